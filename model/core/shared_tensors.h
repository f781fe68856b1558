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

/// A tensor that shares stored bytes with another tensor, such as tied weights or views of one storage.
struct SharedTensor {
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    /// The tensor whose bytes are counted: one that contains all shared bytes, or else an earlier one.
    std::uint32_t with = 0;
    /// All bytes of `tensor` are also bytes of `with`, and they alone determine its values (Storage::stored()).
    bool isContained = false;

    bool operator==(const SharedTensor&) const = default;
};

/// A range of an unpacked stream.
using UnpackedView = std::tuple<const void*, std::uint64_t, std::uint64_t>;

/// The shared tensors except those whose bytes are counted, in tensor order. `among` restricts the search to these
/// tensors and must ascend. Like safetensors' torch helper, compares ranges from first to last byte. May throw
/// std::bad_alloc.
std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint, std::span<const std::uint32_t> among);
std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint);

/// Searches a list from sharedTensors(); null if the tensor's own bytes are counted.
const SharedTensor* findShared(std::span<const SharedTensor> list, std::uint32_t tensor);

/// "shared with wte.weight".
std::string sharedText(const Checkpoint& checkpoint, const SharedTensor& tensor);

/// Counts elements and bytes, but shared storage only once: each add() returns what earlier tensors did not already
/// contain. Codes of a quantized weight count as the elements that they represent, or as none if that number is
/// unknown.
class ShareCounter {
public:
    struct Share {
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0; ///< in the file
    };

    explicit ShareCounter(const Checkpoint& checkpoint);
    /// Call with ascending `tensor`. May throw std::bad_alloc.
    Share add(std::uint32_t tensor);

private:
    std::uint64_t elementsOf(std::uint32_t tensor) const;

    const Checkpoint& m_checkpoint;
    std::uint32_t m_file = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t m_end = 0; ///< end of the bytes already counted in the file
    std::set<UnpackedView> m_unpacked; ///< already counted
    std::vector<CodedWeight> m_coded; ///< by tensor, ascending
};

} // namespace loupe
