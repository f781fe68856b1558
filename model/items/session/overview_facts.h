#pragma once

#include "core/tree/name_tree.h"
#include "items/session/largest_tensors.h"
#include "items/session/model_card.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/group_blocks.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What a model card's author would want to know, found in the headers and the configuration next to them.
struct OverviewFacts {
    struct DTypeShare {
        std::string name; ///< as the file spells it
        DType dtype = DType::Opaque; ///< of the values
        bool isQuantized = false;
        double shade = 0; ///< QuantizedTypes::Type::shade, where it is quantized
        NameTree::Sums sums;
    };
    /// A stack of layers: a group whose children are numbered groups.
    struct Repetition {
        NameTree::NodeId group = 0;
        std::string path; ///< "model.layers"
        std::uint32_t blocks = 0; ///< how many of the numbered groups share the most common make-up
        std::uint32_t total = 0; ///< how many numbered groups there are
        std::uint64_t tensorsPerBlock = 0;
        std::uint64_t elementsPerBlock = 0;
        /// How many tensors each of the other numbered groups has, where these groups follow each other and have
        /// equally many, but not tensorsPerBlock; else 0.
        std::uint64_t tensorsPerOther = 0;
        std::string firstOther; ///< number of the first of these
        std::string lastOther;
    };

    /// Parts of the architecture in the tree; nothing if the model does not have them.
    struct ArchitectureGroups {
        std::optional<NameTree::NodeId> embedding;
        std::optional<NameTree::NodeId> blocks;
        std::optional<NameTree::NodeId> mixer; ///< of the first block, as is the next one
        std::optional<NameTree::NodeId> feedForward;
        std::optional<NameTree::NodeId> norm;
        std::optional<NameTree::NodeId> head;
    };

    std::shared_ptr<const ModelReport> model; ///< never null
    ArchitectureGroups architecture;
    ModelCard card;
    NameTree::Sums totals;
    std::uint64_t fileBytes = 0; ///< of all files
    std::uint64_t headerBytes = 0;
    std::uint64_t incompleteTensors = 0; ///< that are not whole
    std::uint64_t declaredBytes = 0; ///< of all tensors, if they were whole
    std::uint64_t sharedTensors = 0; ///< whose storage counts as another one's
    std::optional<double> bitsPerElement; ///< in the files; nothing if no tensor is quantized
    std::vector<DTypeShare> dtypes; ///< by bytes, largest first
    LargestTensors largest; ///< at most maximumLargest of either order
    std::optional<std::uint64_t> equalBytes; ///< of each tensor, where all have the same size
    std::vector<Repetition> repetitions; ///< outermost stacks only, largest first, at most maximumRepetitions
    std::uint64_t furtherRepetitions = 0; ///< that these leave out
    std::vector<std::pair<std::string, std::string>> highlights; ///< metadata with short values, well-known keys first

    static constexpr std::size_t maximumLargest = 10;
    static constexpr std::size_t maximumRepetitions = 8;
};

/// For a job. What it found so far where it is stopped.
OverviewFacts findOverviewFacts(const OpenedCheckpoint& opened, const Work& work);

/// The same of one group.
struct GroupFacts {
    std::vector<std::uint32_t> tensors; ///< in ascending order
    GroupBlocks blocks; ///< that they are in
    NameTree::Sums totals;
    std::vector<OverviewFacts::DTypeShare> dtypes; ///< by bytes, largest first
    LargestTensors largest; ///< at most maximumLargest of either order
};
GroupFacts findGroupFacts(
    const OpenedCheckpoint& opened, const NameTree& tree, NameTree::NodeId group, const Work& work);

} // namespace loupe
