#include "formats/torch_contents.h"

#include "formats/bounded_metadata.h"
#include "formats/pickle_value_text.h"
#include "formats/pickle_walk.h"

namespace loupe {

namespace {

class Contents {
public:
    Contents(const PickledObject& pickle, TorchPlacer& placer, FileContent& content)
        : m_pickle(pickle)
        , m_records(pickle.reading.values)
        , m_placer(placer)
        , m_content(content)
    {
    }

    bool add(const Work& work)
    {
        addPickleImports(m_pickle, m_records, torchLoader, m_content);
        addPickleFault(m_pickle, "the object", m_content);
        const PickleVisitor visitor{
            [this](const std::string& name, PickleId id) { addTensor(name, id); },
            [this](const std::string& name, PickleId id) { addValue(name, id); },
        };
        const std::uint64_t begin = m_pickle.plain ? m_pickle.begin : 0;
        if (!walkPickle(m_records, m_pickle.reading.root, m_pickle.size, begin, visitor, m_content.findings, work))
            return false;
        m_content.metadata = m_metadata.take();
        return true;
    }

private:
    std::uint64_t offsetOf(PickleId id) const { return m_pickle.offsetOf(id); }

    void addNote(const std::string& name, std::string_view code, std::string what, PickleId id)
    {
        m_content.findings.add({.severity = Severity::Note,
            .code = code,
            .message = "tensor \"" + name + "\" " + std::move(what),
            .offset = offsetOf(id),
            .tensor = name,
            .aboutTensor = true});
    }

    void addTensor(const std::string& name, PickleId id)
    {
        switch (m_records.kind(id)) {
        case TorchRecords::Kind::Tensor:
        case TorchRecords::Kind::Storage:
            return addStrided(name, id);
        case TorchRecords::Kind::Quantized: {
            addStrided(name, id);
            TorchParts parts = m_records.parts(id);
            addNote(name, "quantized", std::move(parts.note), id);
            return addParts(name, parts);
        }
        case TorchRecords::Kind::Sparse: {
            TorchParts parts = m_records.parts(id);
            addNote(name, "sparse", std::move(parts.note), id);
            return addParts(name, parts);
        }
        default:
            addNote(name, "tensor-elsewhere", "has no storage in the file: it is not shown", id);
        }
    }

    /// One level: parts of parts there are none.
    void addParts(const std::string& name, const TorchParts& parts)
    {
        for (const auto& [suffix, id] : parts.tensors) {
            if (m_records.kind(id) == TorchRecords::Kind::Tensor)
                addStrided(name + '.' + std::string(suffix), id);
        }
    }

    void addStrided(const std::string& name, PickleId id)
    {
        std::string problem;
        if (const auto tensor = m_records.tensor(id, problem))
            m_placer.place(name, *tensor);
        else
            m_placer.placeBroken(name, problem, offsetOf(id));
    }

    void addValue(const std::string& name, PickleId id)
    {
        m_metadata.add(
            name, offsetOf(id), m_content.findings, [&] { return MetadataValue(pickleText(m_records, id)); });
    }

    const PickledObject& m_pickle;
    TorchRecords m_records;
    TorchPlacer& m_placer;
    FileContent& m_content;
    BoundedMetadata m_metadata;
};

PickleTrust torchTrust(std::string_view module, std::string_view name)
{
    return torchName(module, name).trust;
}

} // namespace

constinit const PickleLoader torchLoader{.name = "torch.load", .trust = torchTrust};

bool addTorchContents(const PickledObject& pickle, TorchPlacer& placer, FileContent& content, const Work& work)
{
    return Contents(pickle, placer, content).add(work);
}

} // namespace loupe
