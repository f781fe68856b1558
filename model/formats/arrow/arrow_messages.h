#pragma once

#include "formats/arrow/arrow_columns.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/header_field_list.h"

namespace loupe::arrow {

/// Walks over the messages of a stream, or of a file, which is a stream between a magic number and a footer. Reports
/// each fault as a finding at its byte offset, and continues reading if possible. The metadata of a message may have up
/// to 256 MiB.
class ArrowMessages {
public:
    /// With `fields`, collects only the header fields; `content` must not be used afterwards.
    ArrowMessages(const Source& source, const Work& work, FileContent& content, HeaderFieldList* fields = nullptr)
        : m_source(source)
        , m_work(work)
        , m_content(content)
        , m_fields(fields)
        , m_columns(source, content)
    {
    }

    /// Fails with Stopped, or if the file cannot be read.
    Result<> parse();

    /// "ARROW1", which begins and ends a file.
    static constexpr std::string_view magic = "ARROW1";

private:
    struct Head {
        std::uint64_t begin = 0;
        ByteRange metadata;
    };

    Result<> readFooter();
    void readBlocks(FlatBuffer& buffer, const FlatTable& footer);
    /// The next message; nothing at the end of the stream, or if the next message is invalid.
    Result<std::optional<Head>> readHead();
    /// Returns whether reading can continue.
    Result<bool> readMessage(const Head& head);
    Result<> takeMessage(FlatBuffer& buffer, const FlatTable& message, const ArrowBody& body, const Head& head);
    void takeSchema(FlatBuffer& buffer, const FlatTable& table, const Head& head);
    void checkBlocks();
    void finish();

    template <typename Number>
    Result<Number> numberAt(std::uint64_t position) const;
    void addHeader(ByteRange range);
    void refuse(std::string_view code, std::string message, std::uint64_t offset);
    bool stops() const { return m_work.stopped() || (m_fields && m_fields->done()); }
    template <typename Value>
    void field(ByteRange range, std::string_view label, Value&& value)
    {
        if (!m_fields || range.empty())
            return;
        m_fields->skipTo(range.begin);
        m_fields->add(range.end, label, value);
    }

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    HeaderFieldList* m_fields;
    ArrowColumns m_columns;
    BoundedMetadata m_metadata;
    bool m_isFile = false;
    bool m_ended = false; ///< at an end-of-stream marker
    std::uint64_t m_position = 0;
    std::uint64_t m_end = 0; ///< end of the messages: the footer, or the end of the file
    ByteRange m_footer; ///< from the footer to the end of the file; empty if there is none
    ByteRange m_footerContent;
    std::vector<std::uint64_t> m_blocks; ///< the offsets of record batches that the footer states
    std::vector<std::uint64_t> m_batches; ///< the actual offsets of record batches
    std::uint64_t m_headerBytes = 0;
    bool m_hasHeader = false;
};

} // namespace loupe::arrow
