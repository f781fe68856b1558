#pragma once

#include "formats/shared/format.h"
#include "formats/torch/torch_layout.h"
#include "formats/torch/zero/zero_folder.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe::torch {

/// A parameter as the files of the model list it.
struct ZeroParameter {
    std::string name; ///< UTF-8
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0; ///< the largest number where they do not fit
};

/// Numbers of a file that lie one after the other.
struct ZeroNumbers {
    std::optional<ByteRange> bytes; ///< nothing if they do not lie plainly in the file
    DType dtype = DType::Opaque;
};

/// What a file of the model says of tensors whose numbers are elsewhere.
struct ZeroModelStates {
    std::vector<std::vector<ZeroParameter>> groups; ///< in the order in which the numbers lie
    std::vector<ZeroParameter> frozen; ///< that the optimizer does not have
    std::vector<std::pair<std::string, ZeroNumbers>> fragments; ///< this rank's of frozen parameters, by name
    std::vector<std::pair<std::string, std::string>> aliases; ///< second name -> name
    std::vector<TorchMember> members; ///< as TorchLayout::members()
    bool isCut = false; ///< names more parameters than so small a pickle has: the rest is not listed
};

/// Where a rank's part of a group has elements of a parameter, as the rank itself says.
struct ZeroSlice {
    std::string name; ///< of the parameter
    std::uint64_t begin = 0; ///< in elements of the rank's part
    std::uint64_t count = 0; ///< of elements

    bool operator==(const ZeroSlice&) const = default;
};

/// What an optimizer's file holds of the groups of parameters.
struct ZeroOptimizerStates {
    std::vector<TorchMember> members; ///< as TorchLayout::members()
    std::optional<std::uint64_t> stage; ///< nothing if it does not say
    std::uint64_t partitions = 0; ///< 0 if it does not say
    std::optional<std::uint64_t> step; ///< of the optimizer; nothing if it is no number
    bool isByParameter = false; ///< stage 3: each parameter is split over the ranks, not the group
    std::vector<ZeroNumbers> masters; ///< by group
    std::vector<std::uint64_t> paddings; ///< elements that fill up the rank's part, by group; empty if it does not say
    /// "exp_avg" and others with one number for each of a parameter: by group.
    std::map<std::string, std::map<std::uint64_t, ZeroNumbers>> states;
    /// By group, in the order of the parameters. Empty if the file does not say, or says it in another order than
    /// that of the numbers.
    std::vector<std::vector<ZeroSlice>> slices;
};

/// What is before the names of weights in low precision, where the optimizer has more exact numbers.
std::string zeroCopyBegin(const ZeroModelStates& states);

/// How the tensors of a file of the model are shown.
struct ZeroShown {
    bool isShown = true; ///< else only ZeroModelStates is read
    std::string prefix; ///< before each name
};

/// The file's content has the tensors that lie whole in it, under the names of their parameters, and under
/// "module.NAME" where the optimizer has more exact numbers ("low_precision.NAME" where parameters are named "module."
/// themselves). What it is refused for are findings of it. May throw
/// std::bad_alloc.
Result<FileContent> readZeroModel(
    const Source& source, const ZeroName& name, const ZeroShown& shown, const Work& work, ZeroModelStates& states);

/// The content has metadata, but no tensors.
Result<FileContent> readZeroOptimizer(const Source& source, const Work& work, ZeroOptimizerStates& states);

/// The tensor of one parameter in a universal checkpoint, as the only one of the content. `members` become those of
/// its file.
Result<FileContent> readZeroParameter(
    const Source& source, const std::string& name, const Work& work, std::vector<TorchMember>& members);

} // namespace loupe::torch
