#include "formats/bintensors/bintensors_fields.h"

#include "core/text/utf8.h"
#include "formats/bintensors/bincode_reader.h"
#include "formats/bintensors/bintensors_decoder.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"

namespace loupe::bintensors {

namespace {

class Walker {
public:
    Walker(std::string_view header, ByteRange headerRange, HeaderFieldList& fields)
        : m_headerRange(headerRange)
        , m_fields(fields)
        , m_reader(header)
    {
    }

    void walk(BintensorsLayout layout)
    {
        walkMetadata();
        const bool current = layout == BintensorsLayout::Current;
        const std::uint64_t count = number("tensor count");
        for (std::uint64_t i = 0; i < count && goOn(); ++i) {
            if (current)
                text("name length", "name");
            walkTensor();
        }
        const std::uint64_t names = current ? 0 : number("name count");
        for (std::uint64_t i = 0; i < names && goOn(); ++i) {
            text("name length", "name");
            number("index of its tensor");
        }
        m_fields.add(m_headerRange.end, m_reader.failed() ? "unread" : "padding", [] { return std::string(); });
    }

private:
    bool goOn() const { return !m_reader.failed() && !m_fields.done(); }
    std::uint64_t fileOffset() const { return m_headerRange.begin + m_reader.offset(); }

    void walkMetadata()
    {
        const std::uint8_t present = m_reader.readByte();
        if (present > 1)
            m_reader.fail("neither 0 nor 1");
        if (m_reader.failed())
            return;
        m_fields.add(fileOffset(), "metadata", [&] { return std::string(present ? "present" : "absent"); });
        const std::uint64_t count = present ? number("metadata count") : 0;
        for (std::uint64_t i = 0; i < count && goOn(); ++i) {
            text("key length", "metadata key");
            text("value length", "metadata value");
        }
    }

    void walkTensor()
    {
        const std::uint32_t dtype = m_reader.readEnum();
        const auto known = bintensorsDType(dtype);
        if (!known)
            m_reader.fail("unknown dtype");
        if (m_reader.failed())
            return;
        m_fields.add(fileOffset(), "dtype", [&] { return std::string(dtypeName(*known)); });
        const std::uint64_t rank = number("rank");
        for (std::uint64_t i = 0; i < rank && goOn(); ++i)
            number("dimension");
        number("begin in data");
        number("end in data");
    }

    std::uint64_t number(std::string_view label)
    {
        const std::uint64_t value = m_reader.readUnsigned();
        if (m_reader.failed())
            return 0;
        m_fields.add(fileOffset(), label, [&] { return std::to_string(value); });
        return value;
    }

    void text(std::string_view lengthLabel, std::string_view label)
    {
        const std::string_view value = m_reader.readBytes(number(lengthLabel));
        if (validUtf8Prefix(value) != value.size())
            m_reader.fail("not UTF-8");
        if (!m_reader.failed() && !value.empty())
            m_fields.add(fileOffset(), label, [&] { return std::string(value); });
    }

    ByteRange m_headerRange;
    HeaderFieldList& m_fields;
    BincodeReader m_reader;
};

Result<std::vector<HeaderField>> decodeFields(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList fields(window, work);
    FileContent content;
    bool stopped = false;
    const auto seen = visitHeader(source, work, bintensorsWantsMore, content, [&](const Header& header) {
        fields.add(lengthFieldSize, "header length", [&] { return std::to_string(header.claimedLength); });
        if (fields.done())
            return;
        const auto attempt = decodeBintensors(header.text, content.header, source.size(), !header.complete, work);
        stopped = attempt.stopped;
        const bool current = attempt.content.variant == variantName(BintensorsLayout::Current);
        if (!stopped)
            Walker(header.text, content.header, fields)
                .walk(current ? BintensorsLayout::Current : BintensorsLayout::Old);
    });
    if (!seen)
        return fail(seen.error());
    if (stopped)
        return fail(ErrorCode::Stopped, "stopped while the header was decoded", source.path().string());
    return fields.take();
}

} // namespace

Result<std::vector<HeaderField>> bintensorsHeaderFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return decodeFields(source, window, work); });
}

} // namespace loupe::bintensors
