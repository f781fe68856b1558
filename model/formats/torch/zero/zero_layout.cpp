#include "formats/torch/zero/zero_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/torch/zero/zero_odds.h"

#include <algorithm>

namespace loupe::torch {

namespace {

constexpr std::string_view flatError = "ValueError";

/// The number of elements that each rank has of a parameter that is split over all ranks.
std::uint64_t partOf(std::uint64_t elements, std::uint64_t ranks)
{
    if (elements == UINT64_MAX)
        return elements; // a negative number, or too many
    return elements / ranks + (elements % ranks != 0);
}

std::uint64_t sumOf(const std::vector<ZeroParameter>& parameters)
{
    std::uint64_t sum = 0;
    for (const ZeroParameter& parameter : parameters)
        sum = saturatingAdd(sum, parameter.elements);
    return sum;
}

/// Text for a number of elements that the file claims.
std::string elementsText(std::uint64_t elements)
{
    return elements == UINT64_MAX ? "more elements than 64 bits can count, or a negative number"
                                  : counted(elements, "element");
}

/// "exp_avg." or "exp_avg of "; empty for the parameters themselves.
std::string partOfKind(const std::string& state, std::string_view end)
{
    return state.empty() ? std::string() : state + std::string(end);
}

std::string sliceText(const std::vector<ZeroSlice>& slices, std::size_t index)
{
    if (index >= slices.size())
        return "no more parameters";
    const ZeroSlice& slice = slices[index];
    return counted(slice.count, "element") + " of " + quote(slice.name) + " at " + formatCount(slice.begin);
}

} // namespace

ZeroLayout::ZeroLayout(
    const ZeroPart& part, const ZeroWorld& world, ZeroTensors& tensors, ZeroCopies& copies, Findings& findings)
    : m_part(part)
    , m_world(world)
    , m_first(part.models.front())
    , m_tensors(tensors)
    , m_copies(copies)
    , m_isForeign(part.optimizers.size())
    , m_findings(findings)
    , m_file(part.optimizers.empty() ? m_first.file : part.optimizers.front().file)
{
}

void ZeroLayout::report(std::string_view code, std::string message, std::string_view refusedAs)
{
    m_findings.add({.code = code, .message = std::move(message), .refusedAs = refusedAs});
}

void ZeroLayout::place()
{
    if (m_first.isWhole && groups().empty()) {
        report("shapes-missing",
            "file " + quote(m_first.name.name)
                + " does not list the parameters (param_shapes), whose order says what "
                  "the optimizer's numbers are",
            flatError);
    }
    if (m_first.states.isCut) {
        m_findings.add({.severity = Severity::Warning,
            .code = "object-too-large",
            .message = "file " + quote(m_first.name.name)
                + " repeats more names than its size allows: the rest is not shown"});
    }
    placeMasters();
    placeFrozen();
    placeAliases();
    placeStates();
}

void ZeroLayout::placeMasters()
{
    Kind kind;
    for (const ZeroOptimizerFile& file : m_part.optimizers)
        kind.ranks.push_back(file.states.masters);
    if (m_world.isWhole && m_world.isByParameter && placeByParameter(kind))
        return;
    // If one group's numbers show that a file belongs to another rank, this applies to all groups. So check all before
    // placing any.
    std::vector<DType> dtypes(groups().size(), DType::Opaque);
    std::vector<std::size_t> comparable;
    for (std::size_t group = 0; group < groups().size() && m_world.isWhole && !m_world.isByParameter; ++group) {
        dtypes[group] = checkGroup(kind, group);
        if (dtypes[group] == DType::F32)
            comparable.push_back(group);
    }
    checkCopies(kind, comparable);
    for (std::size_t group = 0; group < groups().size(); ++group) {
        if (dtypes[group] == DType::Opaque || !placeGroup(kind, group, dtypes[group]))
            placeWithoutValues(groups()[group]);
    }
}

void ZeroLayout::placeWithoutValues(const std::vector<ZeroParameter>& parameters)
{
    for (const ZeroParameter& parameter : parameters)
        m_tensors.addWithoutValues(m_part.prefix + parameter.name, parameter.shape, DType::F32, m_file);
}

void ZeroLayout::placeStates()
{
    if (!m_world.isWhole)
        return;
    for (const auto& [name, numbers] : m_part.optimizers.front().states.states) {
        const auto kind = stateOf(name);
        if (!kind)
            continue;
        if (m_world.isByParameter)
            placeByParameter(*kind);
        for (std::size_t group = 0; group < groups().size() && !m_world.isByParameter; ++group) {
            if (const DType dtype = checkGroup(*kind, group); dtype != DType::Opaque)
                placeGroup(*kind, group, dtype);
        }
    }
}

std::optional<ZeroLayout::Kind> ZeroLayout::stateOf(const std::string& name)
{
    Kind kind{.state = name, .ranks = {}};
    for (const ZeroOptimizerFile& file : m_part.optimizers) {
        Groups& numbers = kind.ranks.emplace_back();
        const auto found = file.states.states.find(name);
        // If each parameter is split, the optimizer may have other groups than the list of shapes.
        const std::size_t count = m_world.isByParameter ? file.states.masters.size() : groups().size();
        for (std::size_t group = 0; group < count; ++group) {
            const bool isThere = found != file.states.states.end() && found->second.contains(group);
            if (!isThere) {
                m_findings.add({.severity = Severity::Warning,
                    .code = "state-missing",
                    .message = "file " + quote(file.name.name) + " has no " + quote(name) + " of group "
                        + formatCount(group) + ", others have: it is not shown"});
                return std::nullopt;
            }
            numbers.push_back(found->second.at(group));
        }
    }
    return kind;
}

DType ZeroLayout::commonType(const Kind& kind, std::size_t firstGroup, std::size_t endGroup)
{
    DType common = DType::Opaque;
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank) {
        for (std::size_t group = firstGroup; group < endGroup; ++group) {
            const ZeroNumbers numbers =
                group < kind.ranks[rank].size() ? kind.ranks[rank][group] : ZeroNumbers{std::nullopt, DType::Opaque};
            common = common == DType::Opaque ? numbers.dtype : common;
            if (numbers.bytes && numbers.dtype == common && bitsPerElement(common) % 8 == 0 && common != DType::Opaque)
                continue;
            report("flat-unreadable",
                "file " + quote(m_part.optimizers[rank].name.name) + " has no plain numbers of group "
                    + formatCount(group) + ", of one type with those of the other ranks",
                flatError);
            return DType::Opaque;
        }
    }
    return common;
}

bool ZeroLayout::fitsGroup(const Kind& kind, std::size_t group, unsigned elementBytes)
{
    const std::uint64_t needed = sumOf(groups()[group]);
    std::uint64_t held = 0;
    bool isEven = true;
    const std::uint64_t each = kind.ranks.front()[group].bytes->size() / elementBytes;
    for (const Groups& rank : kind.ranks) {
        // Padding at the end of the last rank's part may be cut off. Everything before it has the same size on each
        // rank.
        const std::uint64_t own = rank[group].bytes->size() / elementBytes;
        isEven = isEven && own <= each && own >= std::min(each, needed - std::min(needed, held));
        held += own;
    }
    const std::uint64_t aligned = 2 * m_world.ranks;
    if (isEven && held >= needed && partOf(held, aligned) == partOf(needed, aligned)) {
        if (kind.state.empty())
            checkPaddings(kind, group, elementBytes, 2 * partOf(needed, aligned));
        return true;
    }
    report("flat-length",
        partOfKind(kind.state, " of ") + "group " + formatCount(group) + ": its parameters have " + elementsText(needed)
            + ", the ranks hold " + formatCount(held)
            + (isEven || held < needed ? "" : ", but not each of them its share"),
        flatError);
    return false;
}

void ZeroLayout::checkPaddings(const Kind& kind, std::size_t group, unsigned elementBytes, std::uint64_t whole)
{
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank) {
        const ZeroOptimizerFile& file = m_part.optimizers[rank];
        if (group >= file.states.paddings.size())
            continue;
        const std::uint64_t padding = file.states.paddings[group];
        const std::uint64_t own = kind.ranks[rank][group].bytes->size() / elementBytes;
        if (own == whole || saturatingAdd(own, padding) == whole)
            continue; // the padding exists, or was cut off
        m_findings.add({.severity = Severity::Warning,
            .code = "padding-differs",
            .message = "file " + quote(file.name.name) + " has " + counted(own, "element") + " of group "
                + formatCount(group) + ", expected " + formatCount(whole)
                + " or as many less as its padding is long: it may be the file of another rank or run"});
    }
}

bool ZeroLayout::fitsSlices(const Kind& kind, std::size_t group, unsigned elementBytes)
{
    const std::vector<ZeroParameter>& parameters = groups()[group];
    bool fits = true;
    std::uint64_t rankBegin = 0;
    std::uint64_t parameterBegin = 0;
    auto parameter = parameters.begin();
    std::vector<ZeroSlice> expected;
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank) {
        const std::uint64_t rankEnd = rankBegin + kind.ranks[rank][group].bytes->size() / elementBytes;
        expected.clear();
        while (parameter != parameters.end()) {
            const std::uint64_t parameterEnd = parameterBegin + parameter->elements;
            const std::uint64_t begin = std::max(rankBegin, parameterBegin);
            const std::uint64_t end = std::min(rankEnd, parameterEnd);
            if (begin < end)
                expected.push_back({parameter->name, begin - rankBegin, end - begin});
            if (parameterEnd > rankEnd)
                break;
            parameterBegin = parameterEnd;
            ++parameter;
        }
        rankBegin = rankEnd;
        const ZeroOptimizerFile& file = m_part.optimizers[rank];
        if (group >= file.states.slices.size() || file.states.slices[group].empty())
            continue;
        const std::vector<ZeroSlice>& own = file.states.slices[group];
        if (own == expected)
            continue;
        fits = false;
        m_isForeign[rank] = true;
        const auto first = std::ranges::mismatch(own, expected).in1 - own.begin();
        const auto index = static_cast<std::size_t>(first);
        if (kind.state.empty()) {
            report("slices-differ",
                "file " + quote(file.name.name) + " says that its part of group " + formatCount(group) + " has "
                    + sliceText(own, index) + ", but the part of rank " + formatCount(rank) + " has "
                    + sliceText(expected, index)
                    + ": it is the file of another rank or run, so that the group's parameters cannot be put together",
                flatError);
        }
    }
    return fits;
}

bool ZeroLayout::takePieces(std::uint64_t count)
{
    constexpr std::uint64_t most = std::uint64_t{16} << 20;
    m_pieces = saturatingAdd(m_pieces, count);
    if (m_pieces <= most)
        return true;
    report("object-too-large", "the parameters lie in more than " + formatCount(most) + " pieces: they are not read");
    return false;
}

void ZeroLayout::checkCopies(const Kind& kind, const std::vector<std::size_t>& groups)
{
    ZeroOdds odds(m_part, m_first, m_copies, m_tensors);
    for (const std::size_t group : groups) {
        std::vector<ZeroPiece> ranks;
        for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank)
            ranks.push_back({m_part.optimizers[rank].file, *kind.ranks[rank][group].bytes});
        odds.add(group, ranks);
    }
    odds.judge(m_isForeign, m_findings);
}

DType ZeroLayout::checkGroup(const Kind& kind, std::size_t group)
{
    const DType dtype = commonType(kind, group, group + 1);
    const unsigned elementBytes = bitsPerElement(dtype) / 8;
    const bool fits =
        dtype != DType::Opaque && fitsGroup(kind, group, elementBytes) && fitsSlices(kind, group, elementBytes);
    return fits ? dtype : DType::Opaque;
}

bool ZeroLayout::placeGroup(const Kind& kind, std::size_t group, DType dtype)
{
    const std::vector<ZeroParameter>& parameters = groups()[group];
    if (!takePieces(parameters.size() + kind.ranks.size()))
        return false;
    std::vector<std::uint32_t> foreign; // files
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank) {
        if (m_isForeign[rank])
            foreign.push_back(m_part.optimizers[rank].file);
    }
    std::ranges::sort(foreign);
    const auto isForeign = [&](const ZeroPiece& piece) { return std::ranges::binary_search(foreign, piece.file); };
    FlatNumbers flat;
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank)
        flat.add(m_part.optimizers[rank].file, *kind.ranks[rank][group].bytes);
    const std::uint64_t size = bitsPerElement(dtype) / 8;
    std::uint64_t position = 0;
    std::vector<ZeroPiece> pieces;
    for (const ZeroParameter& parameter : parameters) {
        pieces.clear();
        flat.take(position * size, parameter.elements * size, pieces);
        position += parameter.elements;
        const std::string name = m_part.prefix + partOfKind(kind.state, ".") + parameter.name;
        if (std::ranges::any_of(pieces, isForeign))
            m_tensors.addWithoutValues(name, parameter.shape, dtype, m_file);
        else
            m_tensors.add(name, parameter.shape, dtype, pieces, m_file);
    }
    return true;
}

bool ZeroLayout::fitsParameters(const Kind& kind, const std::vector<FlatNumbers>& flats, unsigned elementBytes)
{
    std::uint64_t needed = 0;
    for (const auto& group : groups()) {
        for (const ZeroParameter& parameter : group)
            needed = saturatingAdd(needed, partOf(parameter.elements, m_world.ranks));
    }
    const auto lengthOf = [&](const FlatNumbers& flat) { return flat.bytes() / elementBytes; };
    const auto isRight = [&](const FlatNumbers& flat) { return lengthOf(flat) == needed; };
    const std::string what = partOfKind(kind.state, " of ");
    const auto right = std::ranges::find_if(flats, isRight);
    const std::uint64_t common = lengthOf(right == flats.end() ? flats.front() : *right);
    bool isEven = true;
    for (std::size_t rank = 0; rank < flats.size(); ++rank) {
        if (lengthOf(flats[rank]) == common)
            continue;
        isEven = false;
        report("flat-length-differs",
            what + "file " + quote(m_part.optimizers[rank].name.name) + " has "
                + counted(lengthOf(flats[rank]), "element") + ", other ranks have " + formatCount(common)
                + ": no parameter can be put together",
            flatError);
    }
    if (right == flats.end()) {
        report("flat-length",
            what + "all groups: the parameters take " + elementsText(needed) + " of each rank, the ranks hold "
                + formatCount(common),
            flatError);
    }
    return isEven && right != flats.end();
}

bool ZeroLayout::placeByParameter(const Kind& kind)
{
    const std::uint64_t ranks = m_world.ranks;
    std::size_t endGroup = 0;
    for (const Groups& rank : kind.ranks)
        endGroup = std::max(endGroup, rank.size());
    const DType dtype = commonType(kind, 0, endGroup);
    if (dtype == DType::Opaque)
        return false;
    std::vector<FlatNumbers> flats(kind.ranks.size());
    for (std::size_t rank = 0; rank < kind.ranks.size(); ++rank) {
        for (const ZeroNumbers& numbers : kind.ranks[rank])
            flats[rank].add(m_part.optimizers[rank].file, *numbers.bytes);
    }
    const unsigned size = bitsPerElement(dtype) / 8;
    std::uint64_t parameters = 0;
    for (const auto& group : groups())
        parameters += group.size();
    if (!fitsParameters(kind, flats, size) || !takePieces((parameters + endGroup) * ranks))
        return false;
    const std::string state = partOfKind(kind.state, ".");
    std::uint64_t position = 0;
    std::vector<ZeroPiece> pieces;
    for (const auto& group : groups()) {
        for (const ZeroParameter& parameter : group) {
            const std::uint64_t each = partOf(parameter.elements, ranks);
            pieces.clear();
            std::uint64_t left = parameter.elements;
            for (const FlatNumbers& flat : flats) {
                const std::uint64_t own = std::min(each, left);
                flat.take(position * size, own * size, pieces);
                left -= own;
            }
            position += each;
            m_tensors.add(m_part.prefix + state + parameter.name, parameter.shape, dtype, pieces, m_file);
        }
    }
    return true;
}

void ZeroLayout::placeFrozen()
{
    if (!m_first.name.rank)
        return; // they are whole in the model file
    const std::uint64_t ranks = m_world.ranks > 0 ? m_world.ranks : m_part.models.size();
    std::vector<NameMap<std::string_view, const ZeroNumbers*>> fragments(m_part.models.size());
    for (std::size_t i = 0; i < fragments.size(); ++i) {
        for (const auto& [name, numbers] : m_part.models[i].states.fragments)
            fragments[i].emplace(name, &numbers);
    }
    std::vector<ZeroPiece> pieces;
    for (const ZeroParameter& parameter : m_first.states.frozen) {
        if (!takePieces(fragments.size()))
            return; // the pickles name far more pieces than real ones do
        const std::uint64_t each = partOf(parameter.elements, ranks);
        std::uint64_t left = parameter.elements;
        std::uint64_t next = 0; // the rank whose piece comes next
        DType dtype = DType::Opaque;
        pieces.clear();
        for (std::size_t i = 0; i < fragments.size() && (left > 0 || dtype == DType::Opaque); ++i) {
            const auto found = fragments[i].find(parameter.name);
            if (found == fragments[i].end() || m_part.models[i].name.rank != next || !m_part.models[i].isWhole)
                continue;
            const ZeroNumbers& numbers = *found->second;
            dtype = dtype == DType::Opaque ? numbers.dtype : dtype;
            const std::uint64_t size = bitsPerElement(dtype) / 8;
            const std::uint64_t own = std::min(each, left);
            if (!numbers.bytes || numbers.dtype != dtype || size == 0 || own > numbers.bytes->size() / size)
                break;
            if (own > 0)
                pieces.push_back({m_part.models[i].file, {numbers.bytes->begin, numbers.bytes->begin + own * size}});
            left -= own;
            ++next;
        }
        const std::string name = m_part.prefix + parameter.name;
        if (left == 0 && dtype != DType::Opaque) {
            m_tensors.add(name, parameter.shape, dtype, pieces, m_first.file);
            continue;
        }
        m_findings.add({.code = "frozen-fragment-missing",
            .message = "tensor " + quote(name) + " is frozen: the files of the model lack the piece of rank "
                + formatCount(next),
            .refusedAs = flatError,
            .tensor = name,
            .aboutTensor = true});
    }
}

void ZeroLayout::placeAliases()
{
    for (const auto& [alias, name] : m_first.states.aliases) {
        const std::string own = m_part.prefix + alias;
        if (m_tensors.addAlias(own, m_part.prefix + name))
            continue;
        m_findings.add({.code = "shared-target-missing",
            .message = "tensor " + quote(own) + " is another name of " + quote(name) + ", which is not there",
            .tensor = own,
            .aboutTensor = true});
    }
}

} // namespace loupe::torch
