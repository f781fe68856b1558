#include "formats/paddle/paddle_contents.h"

#include "core/name_hash.h"
#include "formats/paddle/paddle_layout.h"
#include "formats/paddle/paddle_slices.h"
#include "formats/pickle/pickle_value_text.h"
#include "formats/pickle/pickle_walk.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/shared/json_number.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>

namespace loupe::paddle {

namespace {

constexpr pickle::PickleLoader loader{.name = "paddle.load", .trust = PaddleRecords::trust};

/// The Python type names of values.
std::string_view typeOf(pickle::PickleKind kind)
{
    switch (kind) {
    case pickle::PickleKind::None:
        return "None";
    case pickle::PickleKind::Boolean:
        return "bool";
    case pickle::PickleKind::Integer:
    case pickle::PickleKind::LongInteger:
        return "int";
    case pickle::PickleKind::Float:
        return "float";
    case pickle::PickleKind::Text:
        return "str";
    case pickle::PickleKind::Bytes:
        return "bytes";
    case pickle::PickleKind::Tuple:
        return "tuple";
    case pickle::PickleKind::List:
        return "list";
    case pickle::PickleKind::Set:
        return "set";
    case pickle::PickleKind::Dictionary:
        return "dict";
    default:
        return {};
    }
}

MetadataValue valueOf(const pickle::PickleMeaning& meaning, pickle::PickleId id)
{
    using Kind = MetadataValue::Kind;
    const pickle::PickleValues& values = meaning.values();
    const pickle::PickleKind kind = values.kind(id);
    switch (kind) {
    case pickle::PickleKind::None:
        return {"null", Kind::Json, typeOf(kind)};
    case pickle::PickleKind::Boolean:
        return {values.at(id).integer != 0 ? "true" : "false", Kind::Json, typeOf(kind)};
    case pickle::PickleKind::Integer:
        return {jsonNumber(values.at(id).integer), Kind::Json, typeOf(kind)};
    case pickle::PickleKind::Float:
        return {jsonNumber(values.at(id).number), Kind::Json, typeOf(kind)};
    default:
        return {pickle::pickleText(meaning, id), Kind::Text, typeOf(kind)};
    }
}

class Contents {
public:
    Contents(const pickle::PickledObject& pickle, std::string_view stream, FileContent& content)
        : m_pickle(pickle)
        , m_records(pickle.reading.values, stream)
        , m_values(pickle.reading.values)
        , m_content(content)
        , m_layout(stream, content)
    {
    }

    bool add(const Work& work)
    {
        m_content.tensorsShare = true;
        pickle::addPickleImports(m_pickle, m_records, loader, m_content);
        pickle::addPickleFault(m_pickle, "the object", m_content);
        expectSlices(work);
        const pickle::PickleVisitor visitor{
            [this](const std::string& name, pickle::PickleId id) { addTensor(name, id); },
            [this](const std::string& name, pickle::PickleId id) {
                m_metadata.add(name, m_pickle.offsetOf(id), m_content.findings, [&] { return valueOf(m_records, id); });
            },
        };
        if (!pickle::walkPickle(
                m_records, m_pickle.reading.root, describingBytes(), m_pickle.begin, visitor, m_content.findings, work)
            || work.stopped())
            return false;
        placeSliced();
        m_layout.finish();
        if (!m_metadata.empty())
            m_content.metadata = m_metadata.take();
        return true;
    }

private:
    /// The approximate number of bytes of the pickle outside arrays.
    std::uint64_t describingBytes() const
    {
        constexpr std::uint64_t mostOfOne = 4096;
        std::uint64_t bytes = 0;
        for (pickle::PickleId id = 0; id < m_values.size(); ++id)
            bytes += 8 + std::min<std::uint64_t>(m_values.text(id).size(), mostOfOne);
        return std::min(bytes, m_pickle.size);
    }

    /// Prepares entries for all slices, which addTensor() fills.
    void expectSlices(const Work& work)
    {
        m_sliced = findPaddleSlices(m_pickle, m_records, describingBytes(), m_content.findings, work);
        for (const PaddleSlices& sliced : m_sliced) {
            for (const std::string_view slice : sliced.slices)
                m_slices.try_emplace(slice);
        }
    }

    void placeSliced()
    {
        for (const PaddleSlices& sliced : m_sliced) {
            PaddleSliced whole{utf8Of(sliced.name), sliced.shape, {}, m_pickle.offsetOf(sliced.id)};
            for (const std::string_view slice : sliced.slices) {
                const auto stored = m_slices.find(slice);
                whole.slices.push_back(stored->second ? &*stored->second : nullptr);
            }
            m_layout.placeSliced(whole);
        }
    }

    void addTensor(const std::string& key, pickle::PickleId id)
    {
        const std::string_view parameter = m_records.parameterName(id); // many values may share one text
        const bool isRoot = id == m_pickle.reading.root;
        const std::string name = isRoot ? utf8Of(parameter) : key;
        std::string problem;
        auto array = m_records.array(id, problem);
        const std::uint64_t offset = m_pickle.offsetOf(id);
        if (!array) {
            m_layout.placeBroken(name, problem, offset);
            return;
        }
        if (!parameter.empty() && !isRoot) {
            m_metadata.add(key + ".name", offset, m_content.findings,
                [&] { return MetadataValue(pickle::pickleText(parameter), MetadataValue::Kind::Text, "str"); });
        }
        const auto slice = m_slices.find(name);
        if (const auto piece = slice == m_slices.end() ? std::nullopt : m_layout.find(*array))
            slice->second = PaddleStored{std::move(*array), *piece};
        else
            m_layout.place(name, *array, offset);
    }

    const pickle::PickledObject& m_pickle;
    PaddleRecords m_records;
    const pickle::PickleValues& m_values;
    FileContent& m_content;
    PaddleLayout m_layout;
    BoundedMetadata m_metadata;
    std::vector<PaddleSlices> m_sliced;
    NameMap<std::string_view, std::optional<PaddleStored>> m_slices; ///< by name
};

} // namespace

bool addPaddleContents(
    const pickle::PickledObject& pickle, std::string_view stream, FileContent& content, const Work& work)
{
    return Contents(pickle, stream, content).add(work);
}

} // namespace loupe::paddle
