#include "formats/onnx/onnx_fields.h"

#include "core/text/text.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/wire_reader.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace loupe::onnx {

namespace {

enum class Kind : std::uint8_t { Number, Text, Numbers, Values, Message };

struct Row {
    std::uint32_t number;
    Kind kind;
    std::string_view name;
    /// The nested message's fields; a function, since some messages contain themselves.
    std::span<const Row> (*message)() = nullptr;
};

std::span<const Row> graphRows();

std::span<const Row> entryRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "key"}, {2, Kind::Text, "value"}};
    return rows;
}

std::span<const Row> operatorSetRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "domain"}, {2, Kind::Number, "version"}};
    return rows;
}

std::span<const Row> tensorRows()
{
    static constexpr Row rows[] = {{1, Kind::Numbers, "dims"}, {2, Kind::Number, "data_type"},
        {3, Kind::Values, "segment"}, {4, Kind::Values, "float_data"}, {5, Kind::Values, "int32_data"},
        {6, Kind::Text, "string_data"}, {7, Kind::Values, "int64_data"}, {8, Kind::Text, "name"},
        {9, Kind::Values, "raw_data"}, {10, Kind::Values, "double_data"}, {11, Kind::Values, "uint64_data"},
        {12, Kind::Text, "doc_string"}, {13, Kind::Message, "external_data", entryRows},
        {14, Kind::Number, "data_location"}};
    return rows;
}

std::span<const Row> sparseRows()
{
    static constexpr Row rows[] = {{1, Kind::Message, "values", tensorRows}, {2, Kind::Message, "indices", tensorRows},
        {3, Kind::Numbers, "dims"}};
    return rows;
}

std::span<const Row> attributeRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "name"}, {2, Kind::Number, "f"}, {3, Kind::Number, "i"},
        {4, Kind::Text, "s"}, {5, Kind::Message, "t", tensorRows}, {6, Kind::Message, "g", graphRows},
        {7, Kind::Values, "floats"}, {8, Kind::Numbers, "ints"}, {9, Kind::Text, "strings"},
        {10, Kind::Message, "tensors", tensorRows}, {11, Kind::Message, "graphs", graphRows},
        {13, Kind::Text, "doc_string"}, {20, Kind::Number, "type"}, {21, Kind::Text, "ref_attr_name"},
        {22, Kind::Message, "sparse_tensor", sparseRows}, {23, Kind::Message, "sparse_tensors", sparseRows}};
    return rows;
}

std::span<const Row> nodeRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "input"}, {2, Kind::Text, "output"}, {3, Kind::Text, "name"},
        {4, Kind::Text, "op_type"}, {5, Kind::Message, "attribute", attributeRows}, {6, Kind::Text, "doc_string"},
        {7, Kind::Text, "domain"}, {8, Kind::Text, "overload"}};
    return rows;
}

std::span<const Row> valueRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "name"}, {2, Kind::Values, "type"}, {3, Kind::Text, "doc_string"}};
    return rows;
}

std::span<const Row> graphRows()
{
    static constexpr Row rows[] = {{1, Kind::Message, "node", nodeRows}, {2, Kind::Text, "name"},
        {5, Kind::Message, "initializer", tensorRows}, {10, Kind::Text, "doc_string"},
        {11, Kind::Message, "input", valueRows}, {12, Kind::Message, "output", valueRows},
        {13, Kind::Message, "value_info", valueRows}, {14, Kind::Values, "quantization_annotation"},
        {15, Kind::Message, "sparse_initializer", sparseRows}, {16, Kind::Message, "metadata_props", entryRows}};
    return rows;
}

std::span<const Row> functionRows()
{
    static constexpr Row rows[] = {{1, Kind::Text, "name"}, {4, Kind::Text, "input"}, {5, Kind::Text, "output"},
        {6, Kind::Text, "attribute"}, {7, Kind::Message, "node", nodeRows}, {8, Kind::Text, "doc_string"},
        {9, Kind::Message, "opset_import", operatorSetRows}, {10, Kind::Text, "domain"},
        {11, Kind::Message, "attribute_proto", attributeRows}};
    return rows;
}

std::span<const Row> trainingRows()
{
    static constexpr Row rows[] = {
        {1, Kind::Message, "initialization", graphRows}, {2, Kind::Message, "algorithm", graphRows}};
    return rows;
}

std::span<const Row> modelRows()
{
    static constexpr Row rows[] = {{1, Kind::Number, "ir_version"}, {2, Kind::Text, "producer_name"},
        {3, Kind::Text, "producer_version"}, {4, Kind::Text, "domain"}, {5, Kind::Number, "model_version"},
        {6, Kind::Text, "doc_string"}, {7, Kind::Message, "graph", graphRows},
        {8, Kind::Message, "opset_import", operatorSetRows}, {14, Kind::Message, "metadata_props", entryRows},
        {20, Kind::Message, "training_info", trainingRows}, {25, Kind::Message, "functions", functionRows}};
    return rows;
}

/// The nesting limit of Protocol Buffers.
constexpr unsigned deepestMessage = 100;

class FieldWalk {
public:
    FieldWalk(const Source& source, ByteRange window, const Work& work)
        : m_source(source)
        , m_window(window)
        , m_list(window, work)
        , m_wire(source, m_unused, {})
    {
    }

    Result<std::vector<HeaderField>> run()
    {
        walk({0, m_source.size()}, modelRows(), 0);
        if (m_wire.error())
            return fail(*m_wire.error());
        if (!m_list.done() && m_list.position() < m_source.size())
            m_list.add(m_source.size(), "unread", [] { return std::string(); });
        return m_list.take();
    }

private:
    void walk(ByteRange message, std::span<const Row> rows, unsigned depth)
    {
        ByteRange rest = message;
        while (const auto field = m_list.done() ? std::nullopt : m_wire.next(rest)) {
            if (field->range.end <= m_window.begin) {
                m_list.skipTo(field->range.end);
                continue;
            }
            const auto row = std::ranges::find(rows, field->number, &Row::number);
            const std::string label =
                row == rows.end() ? "field " + std::to_string(field->number) : std::string(row->name);
            const Kind kind = row == rows.end() ? Kind::Values : row->kind;
            if (field->isBytes())
                addBytes(*field, label, kind, row == rows.end() ? nullptr : row->message, depth);
            else
                m_list.add(field->range.end, label, [&] { return numberText(*field); });
        }
    }

    void addBytes(
        const WireField& field, const std::string& label, Kind kind, std::span<const Row> (*message)(), unsigned depth)
    {
        constexpr std::uint64_t longestShown = 200;
        constexpr std::uint64_t mostNumbers = 32;
        if (kind == Kind::Text) {
            m_list.add(field.range.end, label, [&] { return m_wire.text(field.value, longestShown); });
        } else if (kind == Kind::Numbers) {
            m_list.add(field.range.end, label, [&] {
                std::string text;
                ByteRange rest = field.value;
                for (std::uint64_t i = 0; i < mostNumbers; ++i) {
                    const auto number = m_wire.nextVarint(rest);
                    if (!number)
                        break;
                    text += (text.empty() ? "" : ", ") + std::to_string(static_cast<std::int64_t>(*number));
                }
                return text + (rest.empty() ? "" : ", …");
            });
        } else {
            m_list.add(field.value.begin, label, [&] { return counted(field.claimedSize, "byte"); });
            if (message && depth < deepestMessage)
                walk(field.value, message(), depth + 1);
            m_list.skipTo(field.range.end);
        }
    }

    static std::string numberText(const WireField& field)
    {
        if (field.isVarint())
            return std::to_string(static_cast<std::int64_t>(field.bits));
        if (field.type == WireType::Fixed32)
            return std::to_string(std::bit_cast<float>(static_cast<std::uint32_t>(field.bits)));
        return std::to_string(std::bit_cast<double>(field.bits));
    }

    const Source& m_source;
    ByteRange m_window;
    HeaderFieldList m_list;
    Findings m_unused;
    WireReader m_wire;
};

} // namespace

Result<std::vector<HeaderField>> onnxFields(const Source& source, ByteRange window, const Work& work)
{
    return FieldWalk(source, window, work).run();
}

} // namespace loupe::onnx
