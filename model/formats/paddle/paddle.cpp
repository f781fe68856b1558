#include "formats/paddle/paddle.h"

#include "core/text/text.h"
#include "formats/paddle/paddle_contents.h"
#include "formats/pickle/pickle_fields.h"
#include "formats/pickle/pickle_stream.h"
#include "formats/shared/out_of_memory.h"
#include "formats/shared/tensor_order.h"

#include <array>

namespace loupe::paddle {

namespace {

constexpr std::string_view suffixes[] = {".pdparams", ".pdopt"};

bool isPickle(std::string_view start)
{
    return start.size() >= 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

/// Paddle's loader accepts any bare pickle, so any pickle is Possible. A pickle of NumPy arrays is Likely. A pickle
/// that ends before the file ends is from another program.
Match probe(const FileStart& start)
{
    const std::string_view text(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size());
    if (!isPickle(text))
        return Match::No;
    pickle::PickleCursor cursor(text);
    while (const auto instruction = cursor.next()) {
        const std::string_view name = instruction->text;
        if (name.starts_with("numpy.") || name.starts_with("numpy._core") || name == "StructuredToParameterName@@")
            return Match::Likely;
        if (instruction->opcode->code == '.')
            return cursor.position() == start.fileSize ? Match::Possible : Match::No;
    }
    return cursor.fault().ended && text.size() < start.fileSize ? Match::Possible : Match::No;
}

std::string_view variantOf(std::string_view stream)
{
    constexpr std::array<std::string_view, 4> variants{"protocol 2", "protocol 3", "protocol 4", "protocol 5"};
    return isPickle(stream) ? variants[static_cast<std::size_t>(stream[1] - 2)] : std::string_view();
}

/// The maximum size of the pickle. If the file is not memory-mapped, this is the usual limit for pickles.
std::uint64_t mostOf(const Source& source)
{
    return source.mapped() ? source.size() : std::min(source.size(), pickle::largestPickle);
}

class Reader {
public:
    Reader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
    {
    }

    Result<FileContent> read()
    {
        if (m_work.stopped())
            return stopped();
        const std::uint64_t most = mostOf(m_source);
        bool isStopped = false;
        auto visited = pickle::visitPickle(m_source, {0, m_source.size()}, most, [&](std::string_view stream) {
            pickle::PickleReading reading = pickle::readPickle(stream, m_work, pickle::mostPickleParts, most);
            const bool isShort = reading.fault && reading.fault->ended;
            if (isShort && stream.size() < most)
                return true;
            if (isShort && most < m_source.size())
                reading.fault->message =
                    "of a file that cannot be mapped no more than " + formatBytes(most) + " are read";
            isStopped = reading.stopped || !addAll(reading, stream);
            return false;
        });
        if (!visited)
            return fail(std::move(visited.error()));
        if (isStopped)
            return stopped();
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        std::uint64_t header = m_content.header.size();
        for (const FilePart& part : m_content.parts)
            header += part.kind == RegionKind::Header ? part.range.size() : 0;
        m_work.expect(header);
        m_work.advance(header);
        return std::move(m_content);
    }

private:
    tl::unexpected<Error> stopped() const
    {
        return fail(ErrorCode::Stopped, "stopped while the pickle was read", m_source.path().string());
    }

    bool addAll(const pickle::PickleReading& reading, std::string_view stream)
    {
        m_content.variant = variantOf(stream);
        const pickle::PickledObject pickle{reading, reading.end, 0, true};
        if (!addPaddleContents(pickle, stream, m_content, m_work))
            return false;
        addHeaderAround(reading.end, m_content);
        const bool isWhole = !reading.fault;
        m_content.data = {
            m_content.header.end, isWhole ? m_source.size() : std::max(m_content.header.end, reading.end)};
        if (isWhole && reading.end < m_source.size()) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "data-trailing",
                .message =
                    counted(m_source.size() - reading.end, "byte") + " after the pickle" + ", which no reader uses",
                .offset = reading.end});
        }
        return true;
    }

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
};

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return Reader(source, work).read(); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        const auto content = Reader(source, Work{work.stop, nullptr}).read();
        if (!content)
            return fail(content.error());
        const std::vector<ByteRange> apart = tensorRanges(*content);
        std::uint64_t end = content->header.end;
        if (!content->parts.empty())
            end = std::max(end, content->parts.back().range.end);
        HeaderFieldList fields(window, work);
        const std::uint64_t most = std::min(end, mostOf(source));
        auto done = pickle::visitPickle(source, {0, end}, most, [&](std::string_view text) {
            if (text.size() < most)
                return true;
            pickle::addPickleFields(text, fields, apart);
            return false;
        });
        if (!done)
            return fail(std::move(done.error()));
        if (!fields.done() && fields.position() < end)
            fields.add(end, "unread", [] { return std::string(); });
        return fields.take();
    });
}

} // namespace

constinit const Format paddleFormat{.id = "paddle",
    .title = "Paddle checkpoint",
    .suffixes = suffixes,
    .mimeType = "application/x-paddle",
    .probe = probe,
    .read = read,
    .headerFields = headerFields};

} // namespace loupe::paddle
