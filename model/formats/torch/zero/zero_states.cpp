#include "formats/torch/zero/zero_states.h"

#include "core/text/text.h"
#include "formats/shared/utf8_text.h"
#include "formats/torch/torch_contents.h"
#include "formats/torch/torch_zip.h"
#include "formats/torch/zero/zero_records.h"
#include "formats/torch/zero/zero_trust.h"

#include <algorithm>
#include <set>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleKind;
using pickle::PickleValues;

constexpr pickle::PickleLoader zeroLoader{.name = "this program", .trust = zeroTrust};

/// The number of entries and names that may still be listed. A limit is needed because a pickle can refer to the same
/// texts and dictionaries many times.
class ListingRoom {
public:
    explicit ListingRoom(std::uint64_t pickleBytes)
        : m_entries(pickleBytes)
        , m_names(16 * pickleBytes + (std::uint64_t{16} << 20))
    {
    }

    bool take(std::uint64_t dimensions, std::uint64_t nameBytes)
    {
        constexpr std::uint64_t fewestBytes = 8; // of an entry, if nothing is shared
        const std::uint64_t bytes = fewestBytes + dimensions;
        m_isFull = m_isFull || bytes > m_entries || nameBytes > m_names;
        m_entries -= std::min(m_entries, bytes);
        m_names -= std::min(m_names, nameBytes);
        return !m_isFull;
    }
    bool isFull() const { return m_isFull; }

private:
    std::uint64_t m_entries; ///< in bytes
    std::uint64_t m_names; ///< in bytes
    bool m_isFull = false;
};

ZeroNumbers numbersOf(const ZeroRecords& records, PickleId id, TorchLayout& layout)
{
    std::string problem;
    const auto tensor = records.kind(id) == TorchRecords::Kind::Tensor ? records.tensor(id, problem) : std::nullopt;
    if (!tensor)
        return {};
    return {.bytes = layout.plainBytes(*tensor), .dtype = tensor->type.dtype};
}

class ModelReader {
public:
    ModelReader(const pickle::PickledObject& pickle, TorchLayout& layout, ZeroModelStates& states)
        : m_values(pickle.reading.values)
        , m_records(m_values)
        , m_root(m_records.fields(pickle.reading.root))
        , m_room(pickle.reading.end)
        , m_layout(layout)
        , m_states(states)
    {
    }

    void read()
    {
        const PickleId groups = at("param_shapes");
        if (m_records.isList(groups)) {
            for (const PickleId group : m_values.items(groups)) {
                if (!m_room.take(0, 0))
                    break;
                addParameters(group, m_states.groups.emplace_back());
            }
        } else if (m_records.isMapping(groups)) { // written by releases before 0.3.15
            addParameters(groups, m_states.groups.emplace_back());
        }
        addParameters(at("frozen_param_shapes"), m_states.frozen);
        m_records.eachOf(at("shared_params"), [&](PickleId alias, PickleId name) {
            if (!m_room.take(0, m_records.text(alias).size() + m_records.text(name).size()))
                return false;
            m_states.aliases.emplace_back(utf8Of(m_records.text(alias)), utf8Of(m_records.text(name)));
            return true;
        });
        m_records.eachOf(at("frozen_param_fragments"), [&](PickleId name, PickleId tensor) {
            if (!m_room.take(0, m_records.text(name).size()))
                return false;
            m_states.fragments.emplace_back(utf8Of(m_records.text(name)), numbersOf(m_records, tensor, m_layout));
            return true;
        });
        m_states.isCut = m_room.isFull();
    }

private:
    PickleId at(std::string_view key) const
    {
        const auto found = m_root.find(key);
        return found == m_root.end() ? PickleValues::none : found->second;
    }

    void addParameters(PickleId mapping, std::vector<ZeroParameter>& parameters)
    {
        m_records.eachOf(mapping, [&](PickleId key, PickleId value) {
            auto shape = m_records.counts(value);
            const std::string_view name = m_records.text(key);
            if (!m_room.take(shape ? shape->size() : 0, name.size()))
                return false;
            const auto elements = shape ? elementCount(*shape) : std::nullopt;
            parameters.push_back({utf8Of(name), shape ? std::move(*shape) : std::vector<std::uint64_t>(),
                elements.value_or(UINT64_MAX)});
            return true;
        });
    }

    const PickleValues& m_values;
    ZeroRecords m_records;
    std::map<std::string_view, PickleId> m_root;
    ListingRoom m_room;
    TorchLayout& m_layout;
    ZeroModelStates& m_states;
};

constexpr std::string_view moduleBegin = "module.";

/// Determines the names under which the tensors and values of a model file are shown.
class ModelNames {
public:
    ModelNames(const ZeroModelStates& states, bool isSplit, std::string prefix)
        : m_isSplit(isSplit)
        , m_prefix(std::move(prefix))
    {
        for (const auto& group : states.groups) {
            for (const ZeroParameter& parameter : group)
                m_masters.insert(parameter.name);
        }
        for (const auto& [alias, name] : states.aliases)
            m_masters.insert(alias);
        m_copyBegin = zeroCopyBegin(states);
        for (const auto& [name, numbers] : states.fragments)
            m_frozen.insert(name);
        for (const ZeroParameter& parameter : states.frozen)
            m_listed.insert(parameter.name);
    }

    std::optional<std::string> of(const std::string& name) const
    {
        constexpr std::string_view frozen = "frozen_param_fragments.";
        if (name.starts_with(moduleBegin)) {
            const std::string parameter = name.substr(moduleBegin.size());
            const bool isMaster = m_masters.contains(parameter);
            // If parameters are split over the ranks, the file has only placeholders for them.
            if (m_frozen.contains(parameter) || (m_isSplit && (isMaster || m_listed.contains(parameter))))
                return std::nullopt;
            return m_prefix + (isMaster ? m_copyBegin + parameter : parameter);
        }
        if (name.starts_with(frozen))
            return m_isSplit ? std::nullopt : std::optional(m_prefix + name.substr(frozen.size()));
        for (const std::string_view list : {"param_shapes", "frozen_param_shapes", "shared_params", "buffer_names",
                 "frozen_param_fragments", "module"}) {
            if (name == list || (name.starts_with(list) && name[list.size()] == '.'))
                return std::nullopt;
        }
        return m_prefix + name;
    }

private:
    std::set<std::string, std::less<>> m_masters;
    std::set<std::string, std::less<>> m_frozen;
    std::set<std::string, std::less<>> m_listed; ///< listed frozen parameters
    bool m_isSplit;
    std::string m_prefix;
    std::string m_copyBegin; ///< prefix of the names of low-precision weights
};

class OptimizerReader {
public:
    OptimizerReader(
        const Source& source, const pickle::PickledObject& pickle, TorchLayout& layout, ZeroOptimizerStates& states)
        : m_source(source)
        , m_values(pickle.reading.values)
        , m_records(m_values)
        , m_config(m_records.field(pickle.reading.root, "ds_config"))
        , m_sliceRoom(pickle.reading.end)
        , m_layout(layout)
        , m_states(states)
    {
        m_root = m_records.field(pickle.reading.root, "optimizer_state_dict");
    }

    void read()
    {
        const auto fields = m_records.fields(m_root);
        const auto at = [&](std::string_view key) {
            const auto found = fields.find(key);
            return found == fields.end() ? PickleValues::none : found->second;
        };
        m_states.stage = stageOf(at("zero_stage"));
        m_states.isByParameter = fields.contains("fp32_flat_groups");
        m_states.partitions = partitionsOf(at("partition_count"));
        const PickleId masters = at(m_states.isByParameter ? "fp32_flat_groups" : "single_partition_of_fp32_groups");
        if (m_records.isList(masters)) {
            for (const PickleId group : m_values.items(masters))
                m_states.masters.push_back(numbersOf(m_records, group, m_layout));
        }
        const PickleId paddings = at("group_paddings");
        if (m_records.isList(paddings)) {
            for (const PickleId padding : m_values.items(paddings))
                m_states.paddings.push_back(m_records.count(padding).value_or(UINT64_MAX));
        }
        const PickleId base = at(m_states.isByParameter ? "optimizer_state_dict" : "base_optimizer_state");
        m_records.eachOf(m_records.field(base, "state"), [&](PickleId group, PickleId values) {
            addStates(group, values);
            return m_room > 0;
        });
        if (m_records.isMapping(m_config) && !isRoundRobin() && !addSlices(at("param_slice_mappings")))
            m_states.slices.clear();
    }

private:
    /// The stage, from a plain number, or from a member of ZeroStageEnum by its value, or, as some releases of Python
    /// write it, by its name.
    std::optional<std::uint64_t> stageOf(PickleId id) const
    {
        if (m_values.kind(id) != PickleKind::Call)
            return m_records.count(id);
        const auto arguments = m_values.itemList(m_values.at(id).node.argument, 2);
        if (arguments.size() == 1)
            return m_records.count(arguments[0]);
        return arguments.size() == 2 ? zeroStageNamed(m_records.text(arguments[1])) : std::nullopt;
    }

    /// The number of partitions, from one number, or from a number per group, of which the largest counts.
    std::uint64_t partitionsOf(PickleId id) const
    {
        std::uint64_t most = m_records.count(id).value_or(0);
        if (m_records.isList(id)) {
            for (const PickleId count : m_values.items(id))
                most = std::max(most, m_records.count(count).value_or(0));
        }
        return most;
    }

    /// Whether the numbers are stored in a shuffled order. DeepSpeed lists the slices in the order before the shuffle.
    bool isRoundRobin() const
    {
        const PickleId choice =
            m_records.field(m_records.field(m_config, "zero_optimization"), "round_robin_gradients");
        return m_values.kind(choice) == PickleKind::Boolean && m_values.at(choice).integer != 0;
    }

    /// Returns false if they cannot be read.
    bool addSlices(PickleId groups)
    {
        if (!m_records.isList(groups))
            return false;
        for (const PickleId group : m_values.items(groups)) {
            if (!m_sliceRoom.take(0, 0))
                return false;
            std::vector<ZeroSlice>& slices = m_states.slices.emplace_back();
            bool isRead = true;
            m_records.eachOf(group, [&](PickleId key, PickleId value) {
                const PickleId place =
                    m_values.kind(value) == PickleKind::Call ? m_values.at(value).node.state : PickleValues::none;
                constexpr std::uint32_t mostItems = 16; // many entries may share one large dictionary
                if (m_values.itemCount(place) > mostItems)
                    return isRead = false;
                const auto begin = m_records.count(m_records.field(place, "start"));
                const auto count = m_records.count(m_records.field(place, "numel"));
                const std::string_view name = m_records.text(key);
                isRead = begin && count && m_sliceRoom.take(0, name.size());
                if (isRead && *count > 0)
                    slices.push_back({utf8Of(name), *begin, *count});
                return isRead;
            });
            if (!isRead)
                return false;
        }
        return true;
    }

    void addStates(PickleId group, PickleId values)
    {
        const auto number = m_records.count(group);
        if (!number || *number >= m_states.masters.size())
            return;
        m_records.eachOf(values, [&](PickleId key, PickleId value) {
            const std::string_view name = m_records.text(key);
            if (const auto step = name == "step" ? stepOf(value) : std::nullopt)
                m_states.step = std::max(m_states.step.value_or(0), *step);
            std::string problem;
            const auto tensor =
                m_records.kind(value) == TorchRecords::Kind::Tensor ? m_records.tensor(value, problem) : std::nullopt;
            // The step may be a tensor of one element, but it does not have one number per element of a parameter.
            if (tensor && tensor->shape.size() == 1 && !name.empty() && name.size() <= longestName) {
                --m_room;
                m_states.states[utf8Of(name)].insert_or_assign(
                    *number, ZeroNumbers{m_layout.plainBytes(*tensor), tensor->type.dtype});
            }
            return m_room > 0;
        });
    }

    /// The step, from a plain number, or from a tensor with one element, as torch's optimizers write it.
    std::optional<std::uint64_t> stepOf(PickleId id) const
    {
        if (m_records.kind(id) != TorchRecords::Kind::Tensor)
            return m_records.count(id);
        std::string problem;
        const auto tensor = m_records.tensor(id, problem);
        const auto bytes = tensor && elementCount(tensor->shape) == 1 ? m_layout.plainBytes(*tensor) : std::nullopt;
        if (!bytes)
            return std::nullopt;
        const auto read = [&]<typename Number>(Number number) -> std::optional<std::uint64_t> {
            constexpr auto most = static_cast<Number>(std::uint64_t{1} << 53);
            if (bytes->size() != sizeof number
                || !m_source.read(bytes->begin, std::as_writable_bytes(std::span(&number, 1)))
                || !(number >= 0 && number <= most))
                return std::nullopt;
            return static_cast<std::uint64_t>(number);
        };
        switch (tensor->type.dtype) {
        case DType::F32:
            return read(float{});
        case DType::F64:
            return read(double{});
        case DType::I64:
            return read(std::int64_t{});
        default:
            return std::nullopt;
        }
    }

    static constexpr std::size_t longestName = 64;

    const Source& m_source;
    const PickleValues& m_values;
    ZeroRecords m_records;
    PickleId m_root = PickleValues::none;
    PickleId m_config;
    ListingRoom m_sliceRoom;
    std::size_t m_room = 100'000; ///< the number of states that may still be listed; real files have two per group
    TorchLayout& m_layout;
    ZeroOptimizerStates& m_states;
};

void addImports(pickle::PickleReading& reading, const pickle::PickledObject& pickle, FileContent& content)
{
    distrustZeroMisuse(reading);
    pickle::addPickleImports(pickle, ZeroRecords(reading.values), zeroLoader, content);
    pickle::addPickleFault(pickle, "the object", content);
}

} // namespace

std::string zeroCopyBegin(const ZeroModelStates& states)
{
    // A wrapped model names its exact weights "module.NAME".
    const auto isWrapped = [](const std::string& name) { return name.starts_with(moduleBegin); };
    const bool isTaken = std::ranges::any_of(states.aliases, [&](const auto& alias) { return isWrapped(alias.first); })
        || std::ranges::any_of(states.groups,
            [&](const auto& group) { return std::ranges::any_of(group, isWrapped, &ZeroParameter::name); });
    return isTaken ? "low_precision." : std::string(moduleBegin);
}

Result<FileContent> readZeroModel(
    const Source& source, const ZeroName& name, const ZeroShown& shown, const Work& work, ZeroModelStates& states)
{
    return readTorchZip(source, work,
        [&](pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout,
            FileContent& content) {
            ModelReader(pickle, layout, states).read();
            states.members = layout.members();
            if (!shown.isShown) {
                addImports(reading, pickle, content);
                return true;
            }
            distrustZeroMisuse(reading);
            const ModelNames names(states, name.rank.has_value(), shown.prefix);
            return addTorchContents(
                pickle, layout, content, work, {zeroLoader, [&](const std::string& own) { return names.of(own); }});
        });
}

Result<FileContent> readZeroOptimizer(const Source& source, const Work& work, ZeroOptimizerStates& states)
{
    return readTorchZip(source, work,
        [&](pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout,
            FileContent& content) {
            OptimizerReader(source, pickle, layout, states).read();
            states.members = layout.members();
            distrustZeroMisuse(reading);
            // The optimizer's numbers of each parameter are shown as tensors.
            const auto nameOf = [](const std::string& own) {
                const bool isShown = own.starts_with("optimizer_state_dict.")
                    && !own.starts_with("optimizer_state_dict.param_slice_mappings")
                    && own.find(".state.") == std::string::npos && own.find("fp32_") == std::string::npos;
                return isShown ? std::optional(own) : std::nullopt;
            };
            const bool done = addTorchContents(pickle, layout, content, work, {zeroLoader, nameOf});
            content.tensors.clear();
            return done;
        });
}

Result<FileContent> readZeroParameter(
    const Source& source, const std::string& name, const Work& work, std::vector<TorchMember>& members)
{
    return readTorchZip(source, work,
        [&](pickle::PickleReading& reading, const pickle::PickledObject& pickle, TorchLayout& layout,
            FileContent& content) {
            members = layout.members();
            distrustZeroMisuse(reading);
            const auto nameOf = [&](const std::string& own) {
                return own == "param" || own.empty() ? std::optional(name) : std::nullopt;
            };
            return addTorchContents(pickle, layout, content, work, {zeroLoader, nameOf});
        });
}

} // namespace loupe::torch
