#include "formats/tflite/tflite_model.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"
#include "formats/tflite/tflite_budget.h"
#include "formats/tflite/tflite_buffers.h"
#include "formats/tflite/tflite_layout.h"
#include "formats/tflite/tflite_metadata.h"

#include <unordered_map>

namespace loupe::tflite {

namespace {

class ModelReader {
public:
    ModelReader(const Source& source, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_buffer(source)
        , m_budget(source.size())
        , m_layout(m_content, m_buffer)
        , m_metadata(source, m_buffer, m_budget, m_content.findings)
    {
    }

    Result<FileContent> read()
    {
        const auto model = FlatTable::root(m_buffer);
        if (model && hasIdentifier())
            readModel(*model);
        else if (model)
            refuse("magic-missing", "has no \"TFL3\" at byte 4, expected the identifier of a TensorFlow Lite model", 4);
        checkBroken(0);
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the model was read", m_source.path().string());
        if (m_buffer.error())
            return fail(*m_buffer.error());
        m_layout.finish();
        if (model && hasIdentifier())
            addHeaderAround(m_source.size(), m_content);
        m_content.data = {m_content.header.end, m_source.size()};
        m_content.tensorsShare = true; // subgraphs share buffers
        std::uint64_t header = m_content.header.size();
        for (const FilePart& part : m_content.parts)
            header += part.range.size();
        m_work.expect(header);
        m_work.advance(header);
        if (auto unchanged = m_source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        return std::move(m_content);
    }

private:
    bool hasIdentifier()
    {
        constexpr std::uint32_t identifier = 0x334c4654; // "TFL3"
        return m_buffer.number<std::uint32_t>(sizeof(std::uint32_t)) == identifier;
    }

    void readModel(const FlatTable& model)
    {
        const auto version = model.number<std::uint32_t>(numberOf(ModelField::Version), 0);
        if (version != supportedVersion) {
            refuse("version-unsupported",
                "is in version " + std::to_string(version) + " of the schema, expected "
                    + std::to_string(supportedVersion),
                model.range().begin);
        }
        m_metadata.read(model);
        checkBroken(model.range().begin);
        const TfliteBuffers buffers(m_buffer, model);
        readExternalBuffers(model);
        const FlatVector subgraphs = model.vector(numberOf(ModelField::Subgraphs), offsetSize);
        if (subgraphs.count == 0)
            refuse("graph-missing", "has no subgraph", model.range().begin);
        if (buffers.count() == 0)
            refuse("buffers-missing", "has no list of buffers", model.range().begin);
        for (std::uint32_t i = 0; i < subgraphs.count && mayGoOn(); ++i) {
            const auto subgraph = FlatTable::element(m_buffer, subgraphs, i);
            if (subgraph)
                readSubgraph(*subgraph, subgraphs.count > 1 ? prefixOf(*subgraph, i) : std::string(), buffers);
            checkBroken(subgraphs.begin + i * offsetSize);
        }
        if (m_budget.isSpent()) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "tensor-too-many",
                .message = "the tables of the model share their contents so often that not all of them are read: "
                    + counted(m_content.tensors.size(), "tensor") + " are listed",
                .offset = subgraphs.begin});
        }
        m_metadata.addTensorCounts(m_content.tensors.size(), m_computed);
        m_content.metadata = m_metadata.take();
    }

    bool mayGoOn() { return !m_work.stopped() && m_budget.pay(leastTable) && !m_buffer.error(); }

    static std::string prefixOf(const FlatTable& subgraph, std::uint32_t index)
    {
        constexpr std::uint32_t longest = 200;
        const std::string name = utf8Of(subgraph.text(numberOf(SubgraphField::Name), longest));
        return (name.empty() ? "subgraph" + std::to_string(index) : name) + '/';
    }

    void readExternalBuffers(const FlatTable& model)
    {
        const FlatVector list = model.vector(numberOf(ModelField::ExternalBuffers), offsetSize);
        for (std::uint32_t i = 0; i < list.count && mayGoOn(); ++i) {
            if (const auto external = FlatTable::element(m_buffer, list, i))
                m_externals.try_emplace(external->number<std::uint32_t>(numberOf(ExternalField::Id), 0), *external);
        }
        m_groups = model.vector(numberOf(ModelField::ExternalGroups), offsetSize);
    }

    void readSubgraph(const FlatTable& subgraph, const std::string& prefix, const TfliteBuffers& buffers)
    {
        const FlatVector tensors = subgraph.vector(numberOf(SubgraphField::Tensors), offsetSize);
        for (std::uint32_t i = 0; i < tensors.count && mayGoOn(); ++i) {
            if (const auto tensor = FlatTable::element(m_buffer, tensors, i))
                readTensor(*tensor, prefix, i, buffers);
            checkBroken(tensors.begin + i * offsetSize);
        }
    }

    void readTensor(
        const FlatTable& table, const std::string& prefix, std::uint32_t index, const TfliteBuffers& buffers)
    {
        const auto number = table.number<std::uint32_t>(numberOf(TensorField::Buffer), 0);
        const auto externalId = table.number<std::uint32_t>(numberOf(TensorField::ExternalBuffer), 0);
        TfliteTensor tensor;
        tensor.position = table.range().begin;
        tensor.name = nameOf(table, prefix, index);
        if (number >= buffers.count() && number > 0) {
            return refuse("buffer-range",
                "tensor " + quote(tensor.name) + " refers to buffer " + std::to_string(number) + ", but there are "
                    + formatCount(buffers.count()) + ": not listed",
                tensor.position);
        }
        const auto data = number > 0 ? buffers.data(number) : std::nullopt;
        if (externalId != 0)
            tensor.external = externalOf(externalId, tensor);
        if ((!data && !tensor.external)) {
            ++m_computed;
            return;
        }
        if (data && !tensor.external)
            tensor.data = *data;
        tensor.type = table.number<std::uint8_t>(numberOf(TensorField::Type), 0);
        tensor.isSparse = table.has(numberOf(TensorField::Sparsity));
        readShape(table, tensor);
        if (const auto quantization = table.table(numberOf(TensorField::Quantization))) {
            tensor.quantization = {.scales = quantization->vector(numberOf(QuantizationField::Scale), sizeof(float)),
                .zeroPoints = quantization->vector(numberOf(QuantizationField::ZeroPoint), sizeof(std::int64_t)),
                .axis = quantization->number<std::int32_t>(numberOf(QuantizationField::Axis), 0),
                .details = static_cast<DetailsKind>(
                    quantization->number<std::uint8_t>(numberOf(QuantizationField::DetailsKind), 0))};
        }
        if (m_budget.pay(tensor.name.size() + tensor.shape.size() * sizeof(std::int32_t)))
            m_layout.place(tensor);
    }

    std::string nameOf(const FlatTable& table, const std::string& prefix, std::uint32_t index)
    {
        const auto place = table.textPlace(numberOf(TensorField::Name));
        if (!place || place->count == 0)
            return prefix + "tensor" + std::to_string(index);
        return m_budget.pay(place->count) ? prefix + utf8Of(m_buffer.textAt(*place)) : prefix;
    }

    void readShape(const FlatTable& table, TfliteTensor& tensor)
    {
        const FlatVector shape = table.vector(numberOf(TensorField::Shape), sizeof(std::int32_t));
        if (!m_budget.pay(shape.count * sizeof(std::int32_t))) {
            tensor.hasInvalidShape = true;
            return;
        }
        for (std::uint32_t i = 0; i < shape.count; ++i) {
            const auto dimension = m_buffer.number<std::int32_t>(shape.begin + i * sizeof(std::int32_t)).value_or(0);
            tensor.hasInvalidShape = tensor.hasInvalidShape || dimension < 0;
            tensor.shape.push_back(dimension < 0 ? 0 : static_cast<std::uint64_t>(dimension));
        }
    }

    std::optional<TfliteExternal> externalOf(std::uint32_t id, const TfliteTensor& tensor)
    {
        constexpr std::uint32_t longest = 4096;
        const auto found = m_externals.find(id);
        const auto group = found == m_externals.end()
            ? std::nullopt
            : FlatTable::element(
                m_buffer, m_groups, found->second.number<std::uint32_t>(numberOf(ExternalField::Group), 0));
        if (!group) {
            refuse("external-invalid",
                "tensor " + quote(tensor.name) + " is stored in another file under the number " + std::to_string(id)
                    + ", of which the model says nothing",
                tensor.position);
            return std::nullopt;
        }
        const FlatTable& external = found->second;
        return TfliteExternal{.path = group->text(nameField, longest),
            .offset = external.number<std::uint64_t>(numberOf(ExternalField::Offset), 0),
            .length = external.number<std::uint64_t>(numberOf(ExternalField::Length), 0),
            .packing = external.text(numberOf(ExternalField::Packing), longest)};
    }

    void refuse(std::string_view code, std::string message, std::uint64_t offset)
    {
        m_content.findings.add({.code = code, .message = std::move(message), .refusedAs = refusal, .offset = offset});
    }

    /// Reports only the first offset that leads out of the buffer; others are often consequences.
    void checkBroken(std::uint64_t position)
    {
        if (!m_buffer.broken() || std::exchange(m_isBroken, true))
            return;
        refuse("flatbuffer-broken",
            "an offset or a length leads out of the file: what it leads to is missing here. The file may have been cut",
            position);
    }

    const Source& m_source;
    const Work& m_work;
    FlatBuffer m_buffer;
    TfliteBudget m_budget;
    FileContent m_content;
    TfliteLayout m_layout;
    TfliteMetadata m_metadata;
    std::unordered_map<std::uint32_t, FlatTable> m_externals; ///< by their ids
    FlatVector m_groups; ///< groups of external buffers
    std::uint64_t m_computed = 0; ///< the number of tensors without data
    bool m_isBroken = false;
};

} // namespace

Result<FileContent> readTfliteModel(const Source& source, const Work& work)
{
    return ModelReader(source, work).read();
}

} // namespace loupe::tflite
