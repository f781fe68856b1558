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

/// Facts for the overview, similar to those of a model card, from the headers and the configuration next to them.
struct OverviewFacts {
    struct DTypeShare {
        std::string name; ///< as spelled in the file
        DType dtype = DType::Opaque; ///< of the values
        bool isQuantized = false;
        double shade = 0; ///< QuantizedTypes::Type::shade, if quantized
        NameTree::Sums sums;
    };
    /// A stack of layers: a group whose children are numbered groups.
    struct Repetition {
        NameTree::NodeId group = 0;
        std::string path; ///< "model.layers"
        std::uint32_t blocks = 0; ///< how many numbered groups have the most common composition
        std::uint32_t total = 0; ///< the number of all numbered groups
        std::uint64_t tensorsPerBlock = 0;
        std::uint64_t elementsPerBlock = 0;
        /// The number of tensors in each of the other numbered groups, if those are consecutive and all have the same
        /// number, which is not tensorsPerBlock; else 0.
        std::uint64_t tensorsPerOther = 0;
        std::string firstOther; ///< the number of the first of these groups
        std::string lastOther;
    };

    /// The parts of the architecture in the tree; nullopt if the model does not have them.
    struct ArchitectureGroups {
        std::optional<NameTree::NodeId> embedding;
        std::optional<NameTree::NodeId> blocks;
        std::optional<NameTree::NodeId> mixer; ///< in the first block, like feedForward
        std::optional<NameTree::NodeId> feedForward;
        std::optional<NameTree::NodeId> norm;
        std::optional<NameTree::NodeId> head;
    };

    std::shared_ptr<const ModelReport> model; ///< never null
    ArchitectureGroups architecture;
    ModelCard card;
    NameTree::Sums totals;
    std::uint64_t fileBytes = 0; ///< total of all files
    std::uint64_t headerBytes = 0;
    std::uint64_t incompleteTensors = 0; ///< tensors with missing bytes
    std::uint64_t declaredBytes = 0; ///< of all tensors, including missing bytes
    std::uint64_t sharedTensors = 0; ///< tensors whose storage is counted for another tensor
    std::optional<double> bitsPerElement; ///< in the files; nullopt if no tensor is quantized
    std::vector<DTypeShare> dtypes; ///< by bytes, largest first
    LargestTensors largest; ///< at most maximumLargest in each order
    std::optional<std::uint64_t> equalBytes; ///< the size of each tensor, if all have the same
    std::vector<Repetition> repetitions; ///< only outermost stacks, largest first, at most maximumRepetitions
    std::uint64_t furtherRepetitions = 0; ///< how many more there are
    std::vector<std::pair<std::string, std::string>> highlights; ///< metadata with short values, well-known keys first

    static constexpr std::size_t maximumLargest = 10;
    static constexpr std::size_t maximumRepetitions = 8;
};

/// Run it in a job. If stopped, returns the facts found so far.
OverviewFacts findOverviewFacts(const OpenedCheckpoint& opened, const Work& work);

/// The corresponding facts about a group.
struct GroupFacts {
    std::vector<std::uint32_t> tensors; ///< in ascending order
    GroupBlocks blocks; ///< the layers or blocks of the tensors
    NameTree::Sums totals;
    std::vector<OverviewFacts::DTypeShare> dtypes; ///< by bytes, largest first
    LargestTensors largest; ///< at most maximumLargest in each order
};
GroupFacts findGroupFacts(
    const OpenedCheckpoint& opened, const NameTree& tree, NameTree::NodeId group, const Work& work);

} // namespace loupe
