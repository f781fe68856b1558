#include "formats/storages/stored_text.h"

#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/out_of_memory.h"
#include "formats/shared/utf8_text.h"

namespace loupe {

namespace {

Result<std::string> read(const Source& source, ByteRange range)
{
    return orOutOfMemory(source, [&]() -> Result<std::string> {
        std::string text(range.size(), '\0');
        if (auto done = source.read(range.begin, std::as_writable_bytes(std::span(text))); !done)
            return fail(std::move(done.error()));
        return text;
    });
}

} // namespace

Result<std::string> StoredText::elements(std::uint64_t, std::uint64_t) const
{
    return fail(ErrorCode::InvalidArgument, "a string has no elements", source().path().string(), range().begin);
}

Result<std::string> StoredText::text() const
{
    return read(source(), range()).map([](const std::string& text) { return utf8Of(text); });
}

void StoredText::write(JsonWriter& json) const
{
    if (const auto bytes = read(source(), range()))
        json.value(std::string_view(*bytes));
    else
        json.value(nullptr);
}

Result<MetadataValue> textAt(const Source& source, ByteRange range, std::string_view type)
{
    constexpr std::uint64_t mostAtOnce = 4096;
    constexpr std::uint64_t shownOfLonger = 60;
    const bool isLong = range.size() > mostAtOnce;
    auto text = read(source, {range.begin, isLong ? range.begin + shownOfLonger : range.end});
    if (!text)
        return fail(std::move(text.error()));
    if (!isLong)
        return MetadataValue(utf8Of(*text), MetadataValue::Kind::Text, type);
    text->resize(validUtf8Prefix(*text));
    return MetadataValue(*text + "… (" + counted(range.size(), "byte") + ')',
        std::make_shared<const StoredText>(source.shared_from_this(), range), type);
}

} // namespace loupe
