#pragma once

#include "formats/shared/format.h"
#include "formats/torch/torch_layout.h"
#include "formats/torch/zero/zero_folder.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe::torch {

/// A parameter as the model files list it.
struct ZeroParameter {
    std::string name; ///< UTF-8
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0; ///< UINT64_MAX if the number does not fit
};

/// Numbers that are stored contiguously in a file.
struct ZeroNumbers {
    std::optional<ByteRange> bytes; ///< nothing if they are not stored plainly in the file
    DType dtype = DType::Opaque;
};

/// A model file's statements about tensors whose numbers are in other files.
struct ZeroModelStates {
    std::vector<std::vector<ZeroParameter>> groups; ///< in the order in which the numbers are stored
    std::vector<ZeroParameter> frozen; ///< parameters that the optimizer does not have
    std::vector<std::pair<std::string, ZeroNumbers>> fragments; ///< this rank's fragments of frozen parameters, by name
    std::vector<std::pair<std::string, std::string>> aliases; ///< second name -> name
    std::vector<TorchMember> members; ///< as TorchLayout::members()
    bool isCut = false; ///< the file names more parameters than a pickle of its size should; the rest is not listed
};

/// The location of a parameter's elements in a rank's part of a group, as the rank itself states it.
struct ZeroSlice {
    std::string name; ///< name of the parameter
    std::uint64_t begin = 0; ///< in elements of the rank's part
    std::uint64_t count = 0; ///< number of elements

    bool operator==(const ZeroSlice&) const = default;
};

/// The contents of an optimizer file, by groups of parameters.
struct ZeroOptimizerStates {
    std::vector<TorchMember> members; ///< as TorchLayout::members()
    std::optional<std::uint64_t> stage; ///< nothing if the file does not state it
    std::uint64_t partitions = 0; ///< 0 if the file does not state it
    std::optional<std::uint64_t> step; ///< the optimizer's step; nothing if it is not a number
    bool isByParameter = false; ///< stage 3: each parameter is split over the ranks, not the group
    std::vector<ZeroNumbers> masters; ///< by group
    std::vector<std::uint64_t> paddings; ///< padding elements in the rank's part, by group; empty if not stated
    /// "exp_avg" and other states with one number per element of a parameter, by group.
    std::map<std::string, std::map<std::uint64_t, ZeroNumbers>> states;
    /// By group, in the order of the parameters. Empty if the file does not state it, or states it in another order
    /// than that of the numbers.
    std::vector<std::vector<ZeroSlice>> slices;
};

/// The prefix for the names of low-precision weights of which the optimizer has more exact numbers.
std::string zeroCopyBegin(const ZeroModelStates& states);

/// How to show the tensors of a model file.
struct ZeroShown {
    bool isShown = true; ///< if false, only ZeroModelStates is read
    std::string prefix; ///< before each name
};

/// Reads a model file. Its content has the tensors that are whole in it, under the names of their parameters, or under
/// "module.NAME" if the optimizer has more exact numbers ("low_precision.NAME" if parameters have names that begin with
/// "module." themselves). Reports the reasons for rejecting the file as findings. May throw std::bad_alloc.
Result<FileContent> readZeroModel(
    const Source& source, const ZeroName& name, const ZeroShown& shown, const Work& work, ZeroModelStates& states);

/// Reads an optimizer file. Its content has metadata, but no tensors.
Result<FileContent> readZeroOptimizer(const Source& source, const Work& work, ZeroOptimizerStates& states);

/// Reads one parameter's tensor in a universal checkpoint. It is the content's only tensor. Sets `members` to those of
/// its file.
Result<FileContent> readZeroParameter(
    const Source& source, const std::string& name, const Work& work, std::vector<TorchMember>& members);

} // namespace loupe::torch
