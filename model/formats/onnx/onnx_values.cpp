#include "formats/onnx/onnx_values.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/onnx/onnx_types.h"
#include "formats/shared/wire_reader.h"

#include <array>
#include <cstring>

namespace loupe::onnx {

namespace {

/// The ONNX type of a dtype; each dtype is in exactly one row.
const OnnxType& typeOf(DType dtype)
{
    std::uint64_t code = 1;
    while (onnxType(code)->dtype != dtype)
        ++code;
    return *onnxType(code);
}

class Decoder {
public:
    Decoder(const Tensor& tensor, const Source& source, std::uint32_t field, std::span<std::byte> target)
        : m_tensor(tensor)
        , m_source(source)
        , m_type(typeOf(tensor.dtype))
        , m_field(field == 0 ? m_type.field : field)
        , m_wire(source, m_findings, {})
        , m_left(target)
    {
    }

    Result<> run()
    {
        ByteRange rest = m_tensor.bytes;
        while (const auto field = m_wire.next(rest)) {
            if (field->number != m_field)
                continue;
            if (auto done = field->isBytes() ? takeRun(field->value) : take(field->bits); !done)
                return done;
        }
        if (m_wire.error())
            return fail(*m_wire.error());
        if (!m_left.empty()) {
            return wrong("has " + counted(m_left.size() / m_type.unitBytes, "number")
                + " too few in its message, which do not fit its shape");
        }
        return {};
    }

private:
    Result<> takeRun(ByteRange run)
    {
        if (onnxFixedBytes(m_type.field) == 0)
            return takeVarints(run);
        if (run.size() > m_left.size())
            return tooMany();
        auto read = m_source.read(run.begin, m_left.first(run.size()));
        m_left = m_left.subspan(run.size());
        return read;
    }

    Result<> takeVarints(ByteRange run)
    {
        std::array<std::byte, std::size_t{64} << 10> window;
        std::uint64_t value = 0;
        unsigned shift = 0;
        while (!run.empty()) {
            const auto bytes = std::span(window).first(std::min<std::uint64_t>(window.size(), run.size()));
            if (auto read = m_source.read(run.begin, bytes); !read)
                return read;
            run.begin += bytes.size();
            for (const std::byte byte : bytes) {
                const auto bits = std::to_integer<std::uint64_t>(byte);
                value |= shift < 64 ? (bits & 0x7f) << shift : 0;
                shift += 7;
                if (bits >= 0x80 && shift < 70)
                    continue;
                if (bits >= 0x80)
                    return wrong("has a number that goes on after 10 bytes");
                if (auto done = take(value); !done)
                    return done;
                value = 0;
                shift = 0;
            }
        }
        return shift == 0 ? Result<>() : wrong("ends in the middle of a number");
    }

    Result<> take(std::uint64_t bits)
    {
        if (m_left.size() < m_type.unitBytes)
            return tooMany();
        std::memcpy(m_left.data(), &bits, m_type.unitBytes); // little-endian, so smaller types are its first bytes
        m_left = m_left.subspan(m_type.unitBytes);
        return {};
    }

    Result<> tooMany() const { return wrong("has more numbers in its message than fit its shape"); }
    Result<> wrong(const std::string& what) const
    {
        return fail(ErrorCode::Malformed, "tensor " + quote(m_tensor.name) + ' ' + what, m_source.path().string(),
            m_tensor.bytes.begin);
    }

    const Tensor& m_tensor;
    const Source& m_source;
    const OnnxType& m_type;
    std::uint32_t m_field;
    Findings m_findings;
    WireReader m_wire;
    std::span<std::byte> m_left; ///< unwritten rest of the target
};

} // namespace

Result<> OnnxStorage::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    const auto kept = m_kept.get(source, tensor.bytes, valueBytes(tensor),
        [&](std::span<std::byte> all) { return Decoder(tensor, source, m_field, all).run(); });
    if (!kept)
        return fail(kept.error());
    if (count > 0)
        std::memcpy(target.data(), (*kept)->bytes().data() + first * bitsPerElement(tensor.dtype) / 8, target.size());
    return {};
}

} // namespace loupe::onnx
