#pragma once

#include "core/name_hash.h"
#include "formats/quantized/part.h"

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace loupe::quantized {

/// Reads the small tensors that describe weights, such as their shapes, and no more of them than whoever opens a model
/// should wait for: each may lie in another place of a disk, or of a server, and a model may have a hundred thousand.
/// Beyond that, the bytes of one that describes a like weight stand for others: its codes have the same shape, and its
/// name differs in numbers only. May throw std::bad_alloc.
class DescriptionReads {
public:
    enum class Limit : std::uint8_t { Opening, None };

    enum class Outcome : std::uint8_t {
        Read,
        Assumed, ///< the bytes are those of another one
        Unread, ///< too many were read, and there is none like it
        Failed, ///< as the disk or the server does
    };
    struct Bytes {
        Outcome outcome = Outcome::Unread;
        std::string bytes;
    };

    explicit DescriptionReads(Limit limit);

    /// `size` bytes of a part from `begin` on, which describe the weight of these codes.
    Bytes read(const Part& part, std::uint64_t begin, std::uint64_t size, const Part& codes);

private:
    struct Left {
        std::uint32_t places = 0; ///< neighbors are one place
        std::uint32_t remotePlaces = 0;
        std::uint64_t bytes = 0;
    };
    bool take(Left& left, const Part& part, std::uint64_t begin, std::uint64_t size);

    Left m_left;
    Left m_leftForFirsts; ///< of their kind, once `m_left` is used up
    std::set<std::pair<const Source*, std::uint64_t>> m_places; ///< that were read
    NameMap<std::string, std::string> m_known; ///< what was read first, by its kind
};

/// Names that differ in numbers only have the same: "layers.*.q_proj.weight" of "layers.7.q_proj.weight".
std::string familyOf(std::string_view name);

} // namespace loupe::quantized
