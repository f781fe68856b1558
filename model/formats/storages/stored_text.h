#pragma once

#include "core/metadata.h"

namespace loupe {

/// A metadata text that is stored plainly in its file. Reads it as UTF-8.
class StoredText : public StoredMetadata {
public:
    StoredText(std::shared_ptr<const Source> source, ByteRange range)
        : StoredMetadata(std::move(source), range, std::nullopt)
    {
    }
    Result<std::string> elements(std::uint64_t first, std::uint64_t count) const override;
    Result<std::string> text() const override;
    void write(JsonWriter& json) const override;
};

/// The metadata value of a text at `range`. Reads only the start of a text longer than a few KiB; the rest stays in the
/// file. Fails as Source does.
Result<MetadataValue> textAt(const Source& source, ByteRange range, std::string_view type);

} // namespace loupe
