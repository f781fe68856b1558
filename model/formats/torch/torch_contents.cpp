#include "formats/torch/torch_contents.h"

#include "core/text/text.h"
#include "formats/pickle/pickle_value_text.h"
#include "formats/pickle/pickle_walk.h"
#include "formats/shared/bounded_metadata.h"
#include "formats/torch/torch_sharded.h"

#include <algorithm>
#include <cstdlib>

namespace loupe::torch {

namespace {

class Contents {
public:
    Contents(const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content, const TorchShown& shown)
        : m_pickle(pickle)
        , m_shown(shown)
        , m_records(pickle.reading.values)
        , m_layout(layout)
        , m_content(content)
    {
    }

    bool add(const Work& work)
    {
        pickle::addPickleImports(m_pickle, m_records, m_shown.loader, m_content);
        pickle::addPickleFault(m_pickle, "the object", m_content);
        const pickle::PickleVisitor visitor{
            [this](const std::string& name, pickle::PickleId id) {
                if (const auto shown = shownName(name))
                    addTensor(*shown, id);
            },
            [this](const std::string& name, pickle::PickleId id) {
                if (const auto shown = shownName(name))
                    addValue(*shown, id);
            },
        };
        const std::uint64_t begin = m_pickle.plain ? m_pickle.begin : 0;
        if (!pickle::walkPickle(
                m_records, m_pickle.reading.root, m_pickle.size, begin, visitor, m_content.findings, work))
            return false;
        m_content.metadata = m_metadata.take();
        addPieces();
        return true;
    }

private:
    std::optional<std::string> shownName(const std::string& name) const
    {
        return m_shown.nameOf ? m_shown.nameOf(name) : name;
    }

    std::uint64_t offsetOf(pickle::PickleId id) const { return m_pickle.offsetOf(id); }

    void addNote(const std::string& name, std::string_view code, std::string what, pickle::PickleId id)
    {
        m_content.findings.add({.severity = Severity::Note,
            .code = code,
            .message = "tensor \"" + name + "\" " + std::move(what),
            .offset = offsetOf(id),
            .tensor = name,
            .aboutTensor = true});
    }

    void addTensor(const std::string& name, pickle::PickleId id)
    {
        switch (m_records.kind(id)) {
        case TorchRecords::Kind::Tensor:
        case TorchRecords::Kind::Storage:
            if (isFlatParameter(name))
                addNote(name, "flat-parameter", std::string(flatParameter), id);
            return addStrided(name, id);
        case TorchRecords::Kind::Quantized:
            return addQuantized(name, id);
        case TorchRecords::Kind::Sparse:
            return addSparse(name, id);
        default:
            if (const auto sharded = shardedTensor(m_pickle.reading.values, m_records, id))
                return addSharded(name, *sharded, id);
            addNote(name, "tensor-elsewhere", "has no storage in the file: it is not shown", id);
        }
    }

    void addQuantized(const std::string& name, pickle::PickleId id)
    {
        std::string problem;
        const auto tensor = m_records.tensor(id, problem);
        if (!tensor)
            return m_layout.placeBroken(name, problem, offsetOf(id));
        const TorchQuantizer quantizer = m_records.quantizer(id);
        bool isScaled = false;
        std::string meaning;
        if (quantizer.kind == TorchQuantizer::Kind::PerTensor) {
            isScaled = m_layout.placeQuantized(
                name, *tensor, {static_cast<float>(quantizer.scaleNumber), quantizer.zeroPointNumber});
            const bool isNegative = quantizer.zeroPointNumber < 0;
            meaning = std::string("(integer ") + (isNegative ? '+' : '-') + ' '
                + std::to_string(std::abs(std::int64_t{quantizer.zeroPointNumber})) + ") * "
                + pickle::pickleText(m_records, quantizer.scale);
            // A checkpoint that stores the integers needs scale and zero point, too.
            addValue(name + ".scale", quantizer.scale);
            addValue(name + ".zero_point", quantizer.zeroPoint);
        } else if (quantizer.kind == TorchQuantizer::Kind::PerChannel) {
            const auto scales = m_records.tensor(quantizer.scale, problem);
            const auto zeroPoints = m_records.tensor(quantizer.zeroPoint, problem);
            if (scales && zeroPoints)
                isScaled = m_layout.placeQuantized(name, *tensor, quantizer.axis, *scales, *zeroPoints);
            else
                m_layout.place(name, *tensor);
            meaning = "(integer - zero_points) * scales, of which each index of axis " + std::to_string(quantizer.axis)
                + " has its own";
        } else {
            m_layout.place(name, *tensor);
        }
        if (isScaled) {
            addNote(name, "quantized", "is quantized: its values are " + meaning + "; --stored shows the integers", id);
        } else {
            addNote(name, "quantized",
                "is quantized" + (quantizer.scheme.empty() ? "" : " by " + quantizer.scheme)
                    + " in a way that cannot be undone here: its integers are shown",
                id);
        }
    }

    void addSparse(const std::string& name, pickle::PickleId id)
    {
        const TorchSparse sparse = m_records.sparse(id);
        if (sparse.tensors.empty())
            return addNote(name, "sparse", "is sparse (" + sparse.layout + "): its record is invalid", id);
        for (const auto& [suffix, part] : sparse.tensors) {
            if (m_records.kind(part) == TorchRecords::Kind::Tensor)
                addStrided(name + '.' + std::string(suffix), part);
        }
        m_layout.placeNumbers(name + ".shape", sparse.shape, offsetOf(id));
        std::string shape;
        for (const std::uint64_t size : sparse.shape)
            shape += (shape.empty() ? "" : ", ") + std::to_string(size);
        addNote(name, "sparse",
            "is sparse (" + sparse.layout + "): the tensors that it consists of are shown, and its shape, (" + shape
                + "), as the tensor " + name + ".shape",
            id);
    }

    /// Shows the pieces of this process, which are the only values in the file.
    void addSharded(const std::string& name, const TorchSharded& sharded, pickle::PickleId id)
    {
        if (isFlatParameter(name))
            addNote(name, "flat-parameter", std::string(flatParameter), id);
        const std::string_view whole = m_content.arena.copy(name);
        std::string pieces;
        for (std::size_t i = 0; i < sharded.pieces.size(); ++i) {
            const TorchSharded::Piece& piece = sharded.pieces[i];
            const std::string own = sharded.pieces.size() == 1 ? name : name + '.' + std::to_string(i);
            addStrided(own, piece.tensor);
            m_pieces.pieces.push_back({m_content.arena.copy(own), whole, std::nullopt});
            if (piece.begins)
                m_pieces.pieces.back().begins = m_content.arena.copy(std::span<const std::uint64_t>(*piece.begins));
            if (i >= mostNamedPieces)
                continue;
            std::string problem;
            const auto tensor = m_records.tensor(piece.tensor, problem);
            pieces += (i == 0 ? "" : ", ") + std::string("a piece of shape ")
                + (tensor ? formatShape(tensor->shape) : "unknown")
                + (piece.begins ? " at " + formatShape(*piece.begins) : std::string());
        }
        if (sharded.pieces.size() > mostNamedPieces)
            pieces += " and " + counted(sharded.pieces.size() - mostNamedPieces, "more piece");
        // A ShardedTensor states the positions of its pieces; a DTensor does not.
        const bool isPlaced = sharded.pieceCount > 0 && sharded.shape;
        if (isPlaced) {
            m_pieces.wholes.push_back(
                {whole, m_content.arena.copy(std::span<const std::uint64_t>(*sharded.shape)), sharded.pieceCount});
            m_pieces.processes = std::max(m_pieces.processes, sharded.processes);
        }
        m_pieces.alone.add({.severity = Severity::Warning,
            .code = "tensor-sharded",
            .message = "tensor \"" + name + "\" is a " + std::string(sharded.className)
                + (sharded.shape ? " of shape " + formatShape(*sharded.shape) : std::string())
                + (sharded.pieceCount > 0 ? " in " + counted(sharded.pieceCount, "piece") : std::string())
                + ", of which this file has " + (pieces.empty() ? "none" : pieces)
                + (isPlaced ? ". To see all of it, open the folder with the files of all processes"
                            : ". The files of all processes are needed to put it together: load them in as many "
                              "processes, and save with torch.distributed.checkpoint"),
            .offset = offsetOf(id),
            .tensor = name,
            .aboutTensor = true});
    }

    /// Sets the pieces. Files can be joined if at least one tensor states how.
    void addPieces()
    {
        m_pieces.othersAreWhole = true;
        if (m_pieces.wholes.empty())
            m_content.findings.append(m_pieces.alone);
        else
            m_content.pieces = std::move(m_pieces);
    }

    /// Whether FSDP uses this name for the parameters of one of its units, which it concatenates.
    static bool isFlatParameter(std::string_view name)
    {
        const std::string_view last = name.substr(name.rfind('.') + 1);
        return last == "flat_param" || last == "_flat_param";
    }

    void addStrided(const std::string& name, pickle::PickleId id)
    {
        std::string problem;
        if (const auto tensor = m_records.tensor(id, problem))
            m_layout.place(name, *tensor);
        else
            m_layout.placeBroken(name, problem, offsetOf(id));
    }

    void addValue(const std::string& name, pickle::PickleId id)
    {
        m_metadata.add(
            name, offsetOf(id), m_content.findings, [&] { return MetadataValue(pickle::pickleText(m_records, id)); });
    }

    static constexpr std::size_t mostNamedPieces = 4;
    static constexpr std::string_view flatParameter =
        "has the parameters of a unit of FSDP end to end (LOCAL_STATE_DICT). Which ones, and of which shapes, only the "
        "model says: load the files into it in as many processes, and save with FULL_STATE_DICT or with "
        "torch.distributed.checkpoint";

    const pickle::PickledObject& m_pickle;
    const TorchShown& m_shown;
    TorchRecords m_records;
    TorchLayout& m_layout;
    FileContent& m_content;
    BoundedMetadata m_metadata;
    TensorPieces m_pieces;
};

pickle::PickleTrust torchTrust(std::string_view module, std::string_view name)
{
    return torchName(module, name).trust;
}

} // namespace

constinit const pickle::PickleLoader torchLoader{.name = "torch.load", .trust = torchTrust};

bool addTorchContents(const pickle::PickledObject& pickle, TorchLayout& layout, FileContent& content, const Work& work,
    const TorchShown& shown)
{
    return Contents(pickle, layout, content, shown).add(work);
}

} // namespace loupe::torch
