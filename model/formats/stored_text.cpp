#include "formats/stored_text.h"

#include "core/text.h"
#include "core/utf8.h"
#include "formats/out_of_memory.h"
#include "formats/utf8_text.h"

#include <algorithm>

namespace loupe {

namespace {

/// Texts of at most so many bytes are taken when the file is opened.
constexpr std::uint64_t mostAtOnce = 1024;
/// Of others, so many bytes are looked at to show how they begin.
constexpr std::uint64_t mostShown = 60;

Result<std::string> textAt(const Source& source, ByteRange range)
{
    std::string bytes(range.size(), '\0');
    if (auto read = source.read(range.begin, std::as_writable_bytes(std::span(bytes))); !read)
        return fail(std::move(read.error()));
    return bytes;
}

class StoredText : public StoredMetadata {
public:
    StoredText(std::shared_ptr<const Source> source, ByteRange range)
        : StoredMetadata(std::move(source), range, std::nullopt)
    {
    }

    Result<std::string> elements(std::uint64_t, std::uint64_t) const override { return text(); }
    Result<std::string> text() const override
    {
        return orOutOfMemory(source(), [&]() -> Result<std::string> {
            auto bytes = textAt(source(), range());
            return bytes ? Result<std::string>(utf8Of(*bytes)) : bytes;
        });
    }
};

} // namespace

Result<MetadataValue> textForMetadata(const Source& source, ByteRange range, std::string_view type)
{
    const bool isShort = range.size() <= mostAtOnce;
    auto bytes = textAt(source, isShort ? range : ByteRange{range.begin, range.begin + mostShown});
    if (!bytes)
        return fail(std::move(bytes.error()));
    if (isShort)
        return MetadataValue(utf8Of(*bytes), MetadataValue::Kind::Text, type);
    bytes->resize(validUtf8Prefix(*bytes));
    return MetadataValue(*bytes + "… (" + counted(range.size(), "byte") + ')',
        std::make_shared<const StoredText>(source.shared_from_this(), range), type);
}

} // namespace loupe
