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

/// Reads the small tensors that describe weights, such as their shapes. Limits the number of reads, so that opening a
/// model stays fast: each tensor may be at another place on a disk or server, and a model may have a hundred thousand
/// of them. Beyond the limit, reuses the bytes that describe a similar weight, whose codes have the same shape and
/// whose name differs only in numbers. May throw std::bad_alloc.
class DescriptionReads {
public:
    enum class Limit : std::uint8_t { Opening, None };

    enum class Outcome : std::uint8_t {
        Read,
        Assumed, ///< the bytes are those of a similar weight's description
        Unread, ///< too many were read already, and no similar one is known
        Failed, ///< the disk or the server failed
    };
    struct Bytes {
        Outcome outcome = Outcome::Unread;
        std::string bytes;
    };

    explicit DescriptionReads(Limit limit);

    /// The `size` bytes of a part from `begin` on, which describe the weight with these codes.
    Bytes read(const Part& part, std::uint64_t begin, std::uint64_t size, const Part& codes);

private:
    struct Left {
        std::uint32_t places = 0; ///< neighboring bytes count as one place
        std::uint32_t remotePlaces = 0;
        std::uint64_t bytes = 0;
    };
    bool take(Left& left, const Part& part, std::uint64_t begin, std::uint64_t size);

    Left m_left;
    Left m_leftForFirsts; ///< for the first description of each kind, once `m_left` is used up
    std::set<std::pair<const Source*, std::uint64_t>> m_places; ///< the places that were read
    NameMap<std::string, std::string> m_known; ///< the bytes that were read first, by kind
};

/// The name with its numbers replaced, so that names that differ only in numbers have the same family:
/// "layers.*.q_proj.weight" of "layers.7.q_proj.weight".
std::string familyOf(std::string_view name);

} // namespace loupe::quantized
