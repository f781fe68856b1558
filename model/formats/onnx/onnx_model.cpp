#include "formats/onnx/onnx_model.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/onnx/onnx_constant.h"
#include "formats/onnx/onnx_layout.h"
#include "formats/onnx/onnx_metadata.h"

namespace loupe::onnx {

namespace {

/// Protocol Buffers allow 100 levels of nested messages, and a graph within a graph takes three levels.
constexpr unsigned deepestGraph = 32;
/// The maximum length of one step in the path to a tensor, in bytes.
constexpr std::size_t longestStep = 200;

std::string step(std::string_view name)
{
    return std::string(name.substr(0, validUtf8Prefix(name.substr(0, longestStep)))) + '.';
}

class ModelReader {
public:
    ModelReader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_wire(source, m_content.findings, "DecodeError")
        , m_layout(m_content, source.size())
        , m_metadata(source, m_wire)
    {
    }

    Result<FileContent> read()
    {
        readModel();
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the model was read", m_source.path().string());
        if (m_wire.error())
            return fail(*m_wire.error());
        m_content.data = {0, m_source.size()};
        m_content.tensorsShare = true; // tensors of companions may overlap
        m_layout.finish();
        for (std::size_t i = 0; i < m_content.companions.size(); ++i)
            m_metadata.addExternal(m_content.companions[i].path, m_layout.checksums()[i]);
        auto metadata = m_metadata.take();
        if (!metadata)
            return fail(std::move(metadata.error()));
        m_content.metadata = std::move(*metadata);
        for (const FilePart& part : m_content.parts) {
            m_work.expect(part.range.size());
            m_work.advance(part.range.size());
        }
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        return std::move(m_content);
    }

private:
    /// The next field; also nothing if stopped.
    std::optional<WireField> next(ByteRange& rest) { return m_work.stopped() ? std::nullopt : m_wire.next(rest); }

    void readModel()
    {
        bool hasGraph = false;
        ByteRange rest{0, m_source.size()};
        while (const auto field = next(rest)) {
            m_metadata.takeModelField(*field);
            if (field->number == 7 && field->isBytes()) {
                hasGraph = true;
                readGraph(field->value, {}, 0, true);
            } else if (field->number == 20 && field->isBytes()) {
                readTraining(field->value);
            } else if (field->number == 25 && field->isBytes()) {
                readFunction(field->value);
            }
        }
        if (m_content.findings.hasErrors())
            return; // the missing fields may be in the part that was not read
        if (!hasGraph)
            refuse("graph-missing", "the model has no graph");
        if (m_metadata.irVersion() == 0)
            refuse("ir-version-missing", "the model does not state the version of its format");
        else if (m_metadata.irVersion() >= 3 && !m_metadata.hasOperatorSet())
            refuse("opset-missing", "the model does not state the version of its operators");
    }

    void readTraining(ByteRange message)
    {
        while (const auto field = next(message)) {
            if (field->number == 1 && field->isBytes())
                readGraph(field->value, "training.initialization.", 1, false);
            else if (field->number == 2 && field->isBytes())
                readGraph(field->value, "training.algorithm.", 1, false);
        }
    }

    void readFunction(ByteRange message)
    {
        std::string name;
        std::string domain;
        ByteRange rest = message;
        while (const auto field = next(rest)) {
            if (field->number == 1)
                name = m_wire.text(field->value, longestStep);
            else if (field->number == 10)
                domain = m_wire.text(field->value, longestStep);
        }
        m_metadata.addFunction(domain, name);
        rest = message;
        while (const auto field = next(rest)) {
            if (field->number == 7 && field->isBytes())
                readNode(field->value, step(name), 1, false);
        }
    }

    void readGraph(ByteRange message, const std::string& path, unsigned depth, bool isMain)
    {
        while (const auto field = next(message)) {
            if (isMain)
                m_metadata.takeGraphField(*field);
            if (!field->isBytes())
                continue;
            if (field->number == 1)
                readNode(field->value, path, depth, true);
            else if (field->number == 5)
                place(path, std::nullopt, field->value);
            else if (field->number == 15)
                readSparse(path, std::nullopt, field->value);
        }
    }

    void readSparse(const std::string& path, std::optional<std::string> name, ByteRange message)
    {
        std::optional<OnnxTensor> values;
        std::optional<OnnxTensor> indices;
        while (const auto field = next(message)) {
            if (field->number == 1 && field->isBytes())
                values = readOnnxTensor(m_wire, field->value, m_source.size());
            else if (field->number == 2 && field->isBytes())
                indices = readOnnxTensor(m_wire, field->value, m_source.size());
        }
        if (!name)
            name = values ? values->name : std::string();
        m_content.findings.add({.severity = Severity::Note,
            .code = "sparse-tensor",
            .message = "tensor " + quote(path + *name) + " is sparse: its values and their indices are two tensors",
            .offset = message.begin});
        if (values)
            m_layout.place(named(path, *name + ".values"), *values);
        if (indices)
            m_layout.place(named(path, *name + ".indices"), *indices);
    }

    void readNode(ByteRange message, const std::string& path, unsigned depth, bool isCounted)
    {
        std::string name;
        std::string output;
        std::string type;
        std::string domain;
        bool hasAttributes = false;
        ByteRange rest = message;
        while (const auto field = next(rest)) {
            if (field->number == 2 && output.empty())
                output = m_wire.text(field->value, longestOnnxName);
            else if (field->number == 3)
                name = m_wire.text(field->value, longestStep);
            else if (field->number == 4)
                type = m_wire.text(field->value, longestStep);
            else if (field->number == 5)
                hasAttributes = true;
            else if (field->number == 7)
                domain = m_wire.text(field->value, longestStep);
        }
        if (isCounted)
            m_metadata.addOperator(domain, type);
        if (!hasAttributes)
            return;
        const std::string& shown = output.empty() ? name : output;
        rest = message;
        while (const auto field = next(rest)) {
            if (field->number == 5 && field->isBytes())
                readAttribute(field->value, path, shown, type == "Constant", depth);
        }
    }

    /// The tensor in a Constant node is the node's output, so it gets the node's name.
    void readAttribute(
        ByteRange message, const std::string& path, const std::string& node, bool isConstant, unsigned depth)
    {
        std::string name;
        bool isHolding = false;
        ByteRange rest = message;
        while (const auto field = next(rest)) {
            if (field->number == 1)
                name = m_wire.text(field->value, longestStep);
            else
                isHolding = isHolding || field->number == 5 || field->number == 6 || field->number == 10
                    || field->number == 11 || field->number == 22 || field->number == 23;
        }
        if (isConstant) {
            if (const auto constant = readOnnxConstant(m_wire, name, message, m_work))
                return m_layout.place(named(path, node), *constant);
        }
        if (!isHolding)
            return;
        const std::string own = isConstant ? node : step(node) + name;
        std::uint64_t tensors = 0;
        std::uint64_t graphs = 0;
        rest = message;
        while (const auto field = next(rest)) {
            if (!field->isBytes())
                continue;
            if (field->number == 5)
                place(path, own, field->value);
            else if (field->number == 10)
                place(path, own + '.' + std::to_string(tensors++), field->value);
            else if (field->number == 22)
                readSparse(path, own, field->value);
            else if (field->number == 23)
                readSparse(path, own + '.' + std::to_string(tensors++), field->value);
            else if (field->number == 6)
                readSubgraph(field->value, path + step(node) + step(name), depth + 1);
            else if (field->number == 11)
                readSubgraph(field->value, path + step(node) + step(name) + std::to_string(graphs++) + '.', depth + 1);
        }
    }

    void readSubgraph(ByteRange message, const std::string& path, unsigned depth)
    {
        if (depth <= deepestGraph)
            return readGraph(message, path, depth, false);
        m_content.findings.add({.code = "graph-depth",
            .message = "graphs are nested more than " + std::to_string(deepestGraph) + " deep: not read",
            .refusedAs = "DecodeError",
            .offset = message.begin});
    }

    void place(const std::string& path, std::optional<std::string> name, ByteRange message)
    {
        const OnnxTensor tensor = readOnnxTensor(m_wire, message, m_source.size());
        m_layout.place(named(path, name ? *name : tensor.name), tensor);
    }

    /// Prefixes the names of tensors in attributes with their path, unless this would take many times the file's size.
    std::string named(const std::string& path, const std::string& name)
    {
        constexpr std::uint64_t muchMemory = std::uint64_t{64} << 20;
        const bool isMuch = m_content.arena.used() > muchMemory && m_content.arena.used() / 4 > m_source.size();
        return isMuch ? name.substr(0, validUtf8Prefix(std::string_view(name).substr(0, longestStep))) : path + name;
    }

    void refuse(std::string_view code, std::string message)
    {
        m_content.findings.add({.code = code, .message = std::move(message), .refusedAs = onnxInvalid});
    }

    const Source& m_source;
    const Work& m_work;
    FileContent m_content;
    WireReader m_wire;
    OnnxLayout m_layout;
    OnnxMetadata m_metadata;
};

} // namespace

Result<FileContent> readOnnxModel(const Source& source, const Work& work)
{
    return ModelReader(source, work).read();
}

} // namespace loupe::onnx
