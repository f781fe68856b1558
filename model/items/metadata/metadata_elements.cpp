#include "items/metadata/metadata_elements.h"

#include "core/text/json_cursor.h"
#include "items/jobs/qt_text.h"

#include <algorithm>

namespace loupe {

QString jsonText(std::string_view source)
{
    JsonCursor cursor(source);
    std::string_view text = source;
    if (cursor.peek() == JsonCursor::Kind::String)
        cursor.readString(text);
    return toQString(text);
}

void visitElements(const StoredMetadata& array, const Work& work, const ElementVisitor& visitor)
{
    // Each chunk has to be found from the start of the array because texts vary in length. So chunks are large.
    constexpr std::uint64_t atOnce = 65'536;
    if (!array.count() || array.range().size() > MetadataTree::maximumStoredBytes)
        return;
    std::uint64_t number = 0;
    while (number < *array.count() && !work.stopped()) {
        const std::uint64_t first = number;
        const auto part = array.elements(number, std::min(atOnce, *array.count() - number));
        if (!part)
            return;
        JsonCursor cursor(*part);
        cursor.enterArray();
        while (cursor.nextElement()) {
            cursor.peek(); // moves to the start of the value
            const std::size_t begin = cursor.offset();
            if (!cursor.skipValue())
                return;
            if (!visitor(number, jsonText(std::string_view(*part).substr(begin, cursor.offset() - begin))))
                return;
            ++number;
        }
        if (number == first)
            return;
    }
}

} // namespace loupe
