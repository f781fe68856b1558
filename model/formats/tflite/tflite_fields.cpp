#include "formats/tflite/tflite_fields.h"

#include "core/text/text.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/utf8_text.h"
#include "formats/tflite/tflite_budget.h"
#include "formats/tflite/tflite_buffers.h"
#include "formats/tflite/tflite_model.h"

#include <algorithm>

namespace loupe::tflite {

namespace {

/// The memory that places may take in addition to the size of the file.
constexpr std::uint64_t memoryBeside = std::uint64_t{16} << 20;

/// A stretch of the file with a known meaning.
struct Place {
    enum class Kind : std::uint8_t { Bytes, Text, Name, Int32, Int64, Float32 };
    ByteRange range;
    std::string_view label;
    Kind kind = Kind::Bytes;
    FlatVector content = {}; ///< a text; for Name, the text elsewhere; or numbers
};

class FieldWalk {
public:
    FieldWalk(const Source& source, ByteRange window, const Work& work)
        : m_source(source)
        , m_work(work)
        , m_buffer(source)
        , m_budget(source.size())
        , m_list(window, work)
        , m_mostPlaces((memoryBeside + source.size()) / sizeof(Place))
    {
    }

    Result<std::vector<HeaderField>> run()
    {
        const auto content = readTfliteModel(m_source, {.stop = m_work.stop, .progress = nullptr});
        if (!content)
            return fail(content.error());
        collect();
        if (m_buffer.error())
            return fail(*m_buffer.error());
        std::ranges::stable_sort(m_places, {}, [](const Place& place) { return place.range.begin; });
        addFields(content->header);
        for (const FilePart& part : content->parts)
            addFields(part.range);
        return m_list.take();
    }

private:
    void collect()
    {
        add({{0, offsetSize}, "root table"});
        add({{offsetSize, 2 * offsetSize}, "identifier", Place::Kind::Text, {offsetSize, offsetSize}});
        const auto model = FlatTable::root(m_buffer);
        if (!model)
            return;
        addTable("model", *model);
        addText("description", *model, numberOf(ModelField::Description));
        forEach(*model, numberOf(ModelField::Subgraphs), "subgraphs", [&](const FlatTable& subgraph) {
            addTable("subgraph", subgraph, numberOf(SubgraphField::Name));
            addText("name", subgraph, numberOf(SubgraphField::Name));
            addNumbers("inputs", subgraph, numberOf(SubgraphField::Inputs), Place::Kind::Int32, sizeof(std::int32_t));
            addNumbers("outputs", subgraph, numberOf(SubgraphField::Outputs), Place::Kind::Int32, sizeof(std::int32_t));
            forEach(subgraph, numberOf(SubgraphField::Tensors), "tensors",
                [&](const FlatTable& tensor) { addTensor(tensor); });
            forEach(subgraph, numberOf(SubgraphField::Operators), "operators",
                [&](const FlatTable& one) { addTable("operator", one); });
        });
        forEach(*model, numberOf(ModelField::Buffers), "buffers", [&](const FlatTable& buffer) {
            addTable("buffer", buffer);
            if (const auto data = buffer.claimedVector(numberOf(BufferField::Data)))
                add({{data->begin - offsetSize, data->begin}, "buffer size", Place::Kind::Int32,
                    {data->begin - offsetSize, 1}});
        });
        forEach(*model, numberOf(ModelField::Metadata), "metadata", [&](const FlatTable& entry) {
            addTable("metadata entry", entry, nameField);
            addText("name", entry, nameField);
        });
        forEach(*model, numberOf(ModelField::Signatures), "signatures", [&](const FlatTable& signature) {
            addTable("signature", signature, numberOf(SignatureField::Key));
            addText("key", signature, numberOf(SignatureField::Key));
        });
    }

    void addTensor(const FlatTable& tensor)
    {
        addTable("tensor", tensor, numberOf(TensorField::Name));
        addText("name", tensor, numberOf(TensorField::Name));
        addNumbers("shape", tensor, numberOf(TensorField::Shape), Place::Kind::Int32, sizeof(std::int32_t));
        const auto quantization = tensor.table(numberOf(TensorField::Quantization));
        if (!quantization)
            return;
        addTable("quantization", *quantization);
        addNumbers("scales", *quantization, numberOf(QuantizationField::Scale), Place::Kind::Float32, sizeof(float));
        addNumbers("zero points", *quantization, numberOf(QuantizationField::ZeroPoint), Place::Kind::Int64,
            sizeof(std::int64_t));
    }

    template <typename Use>
    void forEach(const FlatTable& table, unsigned field, std::string_view label, Use&& use)
    {
        const FlatVector list = table.vector(field, offsetSize);
        if (list.count == 0)
            return;
        add({{list.begin - offsetSize, list.begin + list.count * offsetSize}, label});
        for (std::uint32_t i = 0; i < list.count && m_budget.pay(leastTable) && !m_work.stopped(); ++i) {
            if (const auto element = FlatTable::element(m_buffer, list, i))
                use(*element);
        }
    }

    /// Adds a place. Tables and vectors may be shared, so a small file can have very many. Places beyond the limit are
    /// not added, and look like tables.
    void add(const Place& place)
    {
        if (m_places.size() < m_mostPlaces)
            m_places.push_back(place);
    }

    void addTable(std::string_view label, const FlatTable& table) { add({table.range(), label}); }

    void addTable(std::string_view label, const FlatTable& table, unsigned name)
    {
        add({table.range(), label, Place::Kind::Name, table.textPlace(name).value_or(FlatVector())});
    }

    /// Adds a text, including the zero at its end.
    void addText(std::string_view label, const FlatTable& table, unsigned field)
    {
        if (const auto text = table.textPlace(field))
            add({{text->begin - offsetSize, text->begin + text->count + 1}, label, Place::Kind::Text, *text});
    }

    void addNumbers(
        std::string_view label, const FlatTable& table, unsigned field, Place::Kind kind, std::uint64_t size)
    {
        const FlatVector numbers = table.vector(field, size);
        if (numbers.count > 0)
            add({{numbers.begin - offsetSize, numbers.begin + numbers.count * size}, label, kind, numbers});
    }

    /// Covers one stretch of the header with fields. Does not show bytes twice if places overlap, as in a broken or
    /// very frugal file.
    void addFields(ByteRange header)
    {
        if (header.empty() || m_list.done())
            return;
        m_list.skipTo(header.begin);
        const auto addGap = [&](std::uint64_t end) {
            if (end > m_list.position())
                m_list.add(end, "tables", [] { return std::string(); });
        };
        auto place =
            std::ranges::lower_bound(m_places, header.begin, {}, [](const Place& one) { return one.range.begin; });
        for (; place != m_places.end() && place->range.begin < header.end && !m_list.done(); ++place) {
            if (place->range.begin < m_list.position() || place->range.end > header.end || place->range.empty())
                continue;
            addGap(place->range.begin);
            m_list.add(place->range.end, place->label, [&] { return valueOf(*place); });
        }
        if (!m_list.done())
            addGap(header.end);
    }

    std::string valueOf(const Place& place)
    {
        constexpr std::uint32_t longest = 200;
        switch (place.kind) {
        case Place::Kind::Bytes:
            return counted(place.range.size(), "byte");
        case Place::Kind::Text:
        case Place::Kind::Name:
            return utf8Of(m_buffer.textAt({place.content.begin, std::min(place.content.count, longest)}));
        case Place::Kind::Int32:
            return listOf<std::int32_t>(place.content);
        case Place::Kind::Int64:
            return listOf<std::int64_t>(place.content);
        case Place::Kind::Float32:
            return listOf<float>(place.content);
        }
        return {};
    }

    template <typename Number>
    std::string listOf(FlatVector numbers)
    {
        constexpr std::uint32_t most = 32;
        std::string text;
        for (std::uint32_t i = 0; i < std::min(numbers.count, most); ++i) {
            const Number number = m_buffer.number<Number>(numbers.begin + i * sizeof(Number)).value_or(0);
            text += i == 0 ? "" : ", ";
            if constexpr (std::is_floating_point_v<Number>)
                text += toText(readScalar(DType::F32, std::as_bytes(std::span(&number, 1)), 0));
            else
                text += std::to_string(number);
        }
        return text + (numbers.count > most ? ", …" : "");
    }

    const Source& m_source;
    const Work& m_work;
    FlatBuffer m_buffer;
    TfliteBudget m_budget;
    HeaderFieldList m_list;
    std::size_t m_mostPlaces;
    std::vector<Place> m_places;
};

} // namespace

Result<std::vector<HeaderField>> tfliteFields(const Source& source, ByteRange window, const Work& work)
{
    return FieldWalk(source, window, work).run();
}

} // namespace loupe::tflite
