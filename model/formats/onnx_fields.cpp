#include "formats/onnx_fields.h"

#include "core/text.h"
#include "formats/header_field_list.h"
#include "formats/wire_reader.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace loupe {

namespace {

enum class Kind : std::uint8_t { Number, Text, Numbers, Values, Message };

struct Row {
    std::uint32_t number;
    std::string_view name;
    Kind kind = Kind::Number;
    std::span<const Row> (*message)() = nullptr; ///< what a message is; a function, since some contain themselves
};

std::span<const Row> graphRows();

std::span<const Row> entryRows()
{
    static constexpr Row rows[] = {{1, "key", Kind::Text}, {2, "value", Kind::Text}};
    return rows;
}

std::span<const Row> operatorSetRows()
{
    static constexpr Row rows[] = {{1, "domain", Kind::Text}, {2, "version"}};
    return rows;
}

std::span<const Row> tensorRows()
{
    static constexpr Row rows[] = {{1, "dims", Kind::Numbers}, {2, "data_type"}, {3, "segment", Kind::Values},
        {4, "float_data", Kind::Values}, {5, "int32_data", Kind::Values}, {6, "string_data", Kind::Text},
        {7, "int64_data", Kind::Values}, {8, "name", Kind::Text}, {9, "raw_data", Kind::Values},
        {10, "double_data", Kind::Values}, {11, "uint64_data", Kind::Values}, {12, "doc_string", Kind::Text},
        {13, "external_data", Kind::Message, entryRows}, {14, "data_location"}};
    return rows;
}

std::span<const Row> sparseRows()
{
    static constexpr Row rows[] = {{1, "values", Kind::Message, tensorRows}, {2, "indices", Kind::Message, tensorRows},
        {3, "dims", Kind::Numbers}};
    return rows;
}

std::span<const Row> attributeRows()
{
    static constexpr Row rows[] = {{1, "name", Kind::Text}, {2, "f"}, {3, "i"}, {4, "s", Kind::Text},
        {5, "t", Kind::Message, tensorRows}, {6, "g", Kind::Message, graphRows}, {7, "floats", Kind::Values},
        {8, "ints", Kind::Numbers}, {9, "strings", Kind::Text}, {10, "tensors", Kind::Message, tensorRows},
        {11, "graphs", Kind::Message, graphRows}, {13, "doc_string", Kind::Text}, {20, "type"},
        {21, "ref_attr_name", Kind::Text}, {22, "sparse_tensor", Kind::Message, sparseRows},
        {23, "sparse_tensors", Kind::Message, sparseRows}};
    return rows;
}

std::span<const Row> nodeRows()
{
    static constexpr Row rows[] = {{1, "input", Kind::Text}, {2, "output", Kind::Text}, {3, "name", Kind::Text},
        {4, "op_type", Kind::Text}, {5, "attribute", Kind::Message, attributeRows}, {6, "doc_string", Kind::Text},
        {7, "domain", Kind::Text}, {8, "overload", Kind::Text}};
    return rows;
}

std::span<const Row> valueRows()
{
    static constexpr Row rows[] = {{1, "name", Kind::Text}, {2, "type", Kind::Values}, {3, "doc_string", Kind::Text}};
    return rows;
}

std::span<const Row> graphRows()
{
    static constexpr Row rows[] = {{1, "node", Kind::Message, nodeRows}, {2, "name", Kind::Text},
        {5, "initializer", Kind::Message, tensorRows}, {10, "doc_string", Kind::Text},
        {11, "input", Kind::Message, valueRows}, {12, "output", Kind::Message, valueRows},
        {13, "value_info", Kind::Message, valueRows}, {14, "quantization_annotation", Kind::Values},
        {15, "sparse_initializer", Kind::Message, sparseRows}, {16, "metadata_props", Kind::Message, entryRows}};
    return rows;
}

std::span<const Row> functionRows()
{
    static constexpr Row rows[] = {{1, "name", Kind::Text}, {4, "input", Kind::Text}, {5, "output", Kind::Text},
        {6, "attribute", Kind::Text}, {7, "node", Kind::Message, nodeRows}, {8, "doc_string", Kind::Text},
        {9, "opset_import", Kind::Message, operatorSetRows}, {10, "domain", Kind::Text},
        {11, "attribute_proto", Kind::Message, attributeRows}};
    return rows;
}

std::span<const Row> trainingRows()
{
    static constexpr Row rows[] = {
        {1, "initialization", Kind::Message, graphRows}, {2, "algorithm", Kind::Message, graphRows}};
    return rows;
}

std::span<const Row> modelRows()
{
    static constexpr Row rows[] = {{1, "ir_version"}, {2, "producer_name", Kind::Text},
        {3, "producer_version", Kind::Text}, {4, "domain", Kind::Text}, {5, "model_version"},
        {6, "doc_string", Kind::Text}, {7, "graph", Kind::Message, graphRows},
        {8, "opset_import", Kind::Message, operatorSetRows}, {14, "metadata_props", Kind::Message, entryRows},
        {20, "training_info", Kind::Message, trainingRows}, {25, "functions", Kind::Message, functionRows}};
    return rows;
}

/// As protocol buffers read them.
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

} // namespace loupe
