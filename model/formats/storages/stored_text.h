#pragma once

#include "core/metadata.h"

namespace loupe {

/// A text of the metadata that lies in its file as it is, taken as UTF-8.
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

/// The value for the metadata of a text that lies at `range`: what is longer than some KiB stays there, and only how it
/// begins is read. Fails as Source does.
Result<MetadataValue> textAt(const Source& source, ByteRange range, std::string_view type);

} // namespace loupe
