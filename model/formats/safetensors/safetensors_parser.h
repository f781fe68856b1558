#pragma once

#include "core/text/json_cursor.h"
#include "core/work.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/shape_store.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe::safetensors {

/// False if the header does not begin like a JSON object, so that the parser would stop there.
bool safetensorsWantsMore(const Frame& frame, const FileStart& start);

/// Reads the text of a safetensors header into a FileContent. Skips an invalid entry, and stops where the text is no
/// longer JSON. Does not check offsets: call validateGeometry() afterwards. May throw std::bad_alloc.
class SafetensorsParser {
public:
    /// `text` must be valid UTF-8, and starts in the file at content.header.begin.
    SafetensorsParser(std::string_view text, FileContent& content, const Work& work)
        : m_cursor(text)
        , m_content(content)
        , m_work(work)
    {
    }

    /// Returns true if the text is one complete JSON object and every entry could be read. `cut` means that the text
    /// ends early, and that a finding already says so.
    bool parse(bool cut);
    bool stopped() const { return m_stopped; }
    /// The type names of Opaque tensors, whose Tensor::file is the index in this list.
    std::vector<std::string>& unknownDTypes() { return m_unknownDTypes; }

private:
    struct Entry {
        Tensor tensor;
        bool hasDType = false;
        bool hasShape = false;
        bool hasOffsets = false;
        const char* fault = nullptr; ///< its first problem
        std::size_t faultOffset = 0;
    };

    bool parseEntries();
    void readMetadata();
    void readEntry(std::string_view key);
    bool readPlainEntry(Tensor& tensor);
    bool acceptNumber(std::string_view text, std::size_t& position, std::uint64_t& number) const;
    void readFields(Entry& entry);
    void readField(std::string_view key, Entry& entry);
    void readList(Entry& entry);
    void readDType(Entry& entry);
    void readShape(Entry& entry);
    void readOffsets(Entry& entry);
    std::optional<DType> dtypeOf(std::string_view name);
    void setDType(std::string_view name, Entry& entry);
    void setFault(Entry& entry, const char* fault);
    void warnOfDType(const Tensor& tensor, std::size_t offset);
    void addFault(std::string_view code, std::string message, std::size_t offset);

    JsonCursor m_cursor;
    FileContent& m_content;
    const Work& m_work;
    std::vector<std::uint64_t> m_shape;
    ShapeStore m_shapes;
    std::vector<std::string> m_unknownDTypes;
    std::string m_lastDTypeName;
    DType m_lastDType = DType::Opaque;
    std::optional<std::string_view> m_brokenEntry; ///< the tensor in whose entry the JSON breaks
    bool m_seenMetadata = false;
    bool m_skippedEntry = false;
    bool m_stopped = false;
};

} // namespace loupe::safetensors
