#include "formats/tensorizer/tensorizer_cursor.h"

#include <array>

namespace loupe::tensorizer {

std::string_view tensorizerKindName(std::uint8_t kind)
{
    constexpr std::array<std::string_view, 3> names{"parameter", "buffer", "state dict entry"};
    return kind < names.size() ? names[kind] : std::string_view();
}

std::optional<std::uint8_t> TensorizerCursor::kind()
{
    const auto kind = m_cursor.number<std::uint8_t>();
    if (kind) {
        field("kind", [&] {
            const std::string_view name = tensorizerKindName(*kind);
            return name.empty() ? std::to_string(*kind) : std::string(name);
        });
    }
    return kind;
}

bool TensorizerCursor::shape(std::vector<std::uint64_t>& dimensions)
{
    dimensions.clear();
    const auto count = number<std::uint8_t>("dimensions");
    for (unsigned i = 0; count && i < *count; ++i) {
        const auto dimension = number<std::uint32_t>("dimension");
        if (!dimension)
            return false;
        dimensions.push_back(*dimension);
    }
    return count.has_value();
}

} // namespace loupe::tensorizer
