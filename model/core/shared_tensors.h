#pragma once

#include "core/byte_range.h"
#include "core/checkpoint.h"
#include "core/coded_elements.h"

#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// A tensor that shares stored bytes with another one: tied weights, views of one storage.
struct SharedTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    std::uint32_t with = 0; ///< the tensor that counts: one that has all of the shared bytes, or else one before it
    /// All bytes of `tensor` are bytes of `with`, and nothing but these says what its values are (Storage::stored()).
    bool isContained = false;

    bool operator==(const SharedTensor&) const = default;
};

/// A stretch of what a packed stream unpacks to.
using UnpackedView = std::tuple<const void*, std::uint64_t, std::uint64_t>;

/// All of them but those that count, in the order of the tensors. `among`: only these, in ascending order. As
/// safetensors' torch helper does, goes by the stretch from the first to the last byte. May throw std::bad_alloc.
std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint, std::span<const std::uint32_t> among);
std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint);

/// Searches a list of sharedTensors(); null if the tensor counts.
const SharedTensor* findShared(std::span<const SharedTensor> list, std::uint32_t tensor);

/// "shared with wte.weight".
std::string sharedText(const Checkpoint& checkpoint, const SharedTensor& tensor);

/// Counts what tensors share once: elements and bytes of those that are added, without what those before had already.
/// Codes of a quantized weight count as the elements that they stand for; as none where nothing tells their number.
class ShareCounter {
public:
    struct Share {
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0; ///< of the file
    };

    explicit ShareCounter(const Checkpoint& checkpoint);
    /// In ascending order of `tensor`. May throw std::bad_alloc.
    Share add(std::uint32_t tensor);

private:
    std::uint64_t elementsOf(std::uint32_t tensor) const;

    const Checkpoint& m_checkpoint;
    std::uint32_t m_file = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t m_end = 0; ///< of what was counted of the file
    std::set<UnpackedView> m_unpacked; ///< that were counted
    std::vector<CodedWeight> m_coded; ///< by tensor, ascending
};

} // namespace loupe
