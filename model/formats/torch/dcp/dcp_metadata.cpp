#include "formats/torch/dcp/dcp_metadata.h"

#include <algorithm>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleKind;
using pickle::PickleValues;

/// Follows the records of one pickle. Each step looks at a few values, since a record has few fields.
class DcpRecords {
public:
    explicit DcpRecords(const PickleValues& values)
        : m_values(values)
        , m_torch(values)
    {
    }

    /// The name of the class of an object; empty for anything else.
    std::string_view className(PickleId id) const
    {
        if (m_values.kind(id) != PickleKind::Call)
            return {};
        const PickleId callee = m_values.at(id).node.callee;
        return m_values.kind(callee) == PickleKind::Global ? m_values.name(callee) : std::string_view();
    }

    /// An attribute of an object; none if it is missing.
    PickleId field(PickleId object, std::string_view name) const
    {
        if (m_values.kind(object) != PickleKind::Call)
            return PickleValues::none;
        const PickleId state = m_values.at(object).node.state;
        if (m_values.kind(state) != PickleKind::Dictionary)
            return PickleValues::none;
        const auto items = m_values.itemList(state, mostFields);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            if (m_values.kind(items[i]) == PickleKind::Text && m_values.text(items[i]) == name)
                return items[i + 1];
        }
        return PickleValues::none;
    }

    std::string_view text(PickleId id) const
    {
        return m_values.kind(id) == PickleKind::Text ? m_values.text(id) : std::string_view();
    }
    std::optional<std::uint64_t> count(PickleId id) const { return m_torch.count(id); }
    std::optional<std::vector<std::uint64_t>> counts(PickleId id) const { return m_torch.counts(id); }
    std::uint64_t offset(PickleId id) const { return m_values.at(id).offset; }

    /// `properties`: (dtype, layout, …).
    TorchName type(PickleId properties) const
    {
        if (m_values.kind(properties) != PickleKind::Call)
            return {};
        const auto fields = m_values.itemList(m_values.at(properties).node.state, 1);
        const TorchName type = fields.empty() ? TorchName() : m_torch.global(fields[0]);
        return type.meaning == TorchGlobal::DType ? type : TorchName();
    }

    /// Approximately the fewest bytes that an entry takes in a pickle that shares nothing.
    std::uint64_t leastBytes(PickleId record) const
    {
        constexpr std::uint64_t forEach = 8;
        const auto shape = counts(field(record, "size"));
        const std::uint64_t dimensions = shape ? shape->size() : 0;
        const std::uint64_t chunks = m_values.itemCount(field(record, "chunks"));
        return forEach + dimensions + chunks * (forEach + 2 * dimensions);
    }
    /// As above, for what stored() reads.
    std::uint64_t leastBytesOfStored(PickleId index) const
    {
        constexpr std::uint64_t forEach = 16;
        const auto begins = counts(field(index, "offset"));
        return forEach + (begins ? begins->size() : 0);
    }

    DcpEntry entry(std::string_view name, PickleId record) const
    {
        DcpEntry entry{.name = name,
            .offset = offset(record),
            .isTensor = className(record) == "TensorStorageMetadata",
            .problem = {},
            .type = {},
            .shape = {}};
        if (!entry.isTensor)
            return entry;
        entry.type = type(field(record, "properties"));
        auto shape = counts(field(record, "size"));
        if (!shape) {
            entry.problem = "has an invalid shape, expected at most 64 integers";
            return entry;
        }
        entry.shape = std::move(*shape);
        entry.boxes = ChunkBoxes(entry.shape.size());
        const PickleId chunks = field(record, "chunks");
        if (m_values.kind(chunks) != PickleKind::List && m_values.kind(chunks) != PickleKind::Tuple) {
            entry.problem = "has no list of chunks";
            return entry;
        }
        for (const PickleId chunk : m_values.items(chunks)) {
            const auto begins = counts(field(chunk, "offsets"));
            const auto sizes = counts(field(chunk, "sizes"));
            if (!begins || !sizes || begins->size() != entry.shape.size() || sizes->size() != entry.shape.size()) {
                entry.problem = "has a chunk without one begin and one size for each dimension";
                return entry;
            }
            entry.boxes.add(*begins, *sizes);
        }
        return entry;
    }

    DcpStored stored(PickleId index, PickleId info, DcpMetadata& metadata) const
    {
        const auto begins = counts(field(index, "offset"));
        DcpStored stored{.name = text(field(index, "fqn")),
            .begins = begins ? std::optional(metadata.keep(*begins)) : std::nullopt,
            .offset = offset(index),
            .path = text(field(info, "relative_path")),
            .range = std::nullopt};
        const auto begin = count(field(info, "offset"));
        const auto length = count(field(info, "length"));
        if (begin && length && *length <= UINT64_MAX - *begin)
            stored.range = ByteRange{*begin, *begin + *length};
        constexpr std::size_t mostTransforms = 16; // one or two in real files
        const PickleId transforms = field(info, "transform_descriptors");
        if (m_values.itemCount(transforms) > 0) {
            std::vector<std::string_view> descriptors;
            for (const PickleId descriptor : m_values.itemList(transforms, mostTransforms))
                descriptors.push_back(text(descriptor));
            if (m_values.itemCount(transforms) > mostTransforms)
                descriptors.emplace_back();
            stored.transform = dcpTransform(descriptors);
        }
        return stored;
    }

    /// Calls `visitor(key, value)` for each entry of a dictionary.
    template <typename Visitor>
    void eachOf(PickleId dictionary, Visitor&& visitor) const
    {
        if (m_values.kind(dictionary) != PickleKind::Dictionary)
            return;
        PickleId key = PickleValues::none;
        for (const PickleId item : m_values.items(dictionary)) {
            if (key == PickleValues::none) {
                key = item;
            } else {
                visitor(key, item);
                key = PickleValues::none;
            }
        }
    }

private:
    static constexpr std::size_t mostFields = 64;

    const PickleValues& m_values;
    TorchRecords m_torch;
};

} // namespace

std::string dcpKeyOf(std::string_view name, std::span<const std::uint64_t> begins)
{
    std::string key = dcpKeyOf(name);
    key.append(reinterpret_cast<const char*>(begins.data()), begins.size_bytes()) += 't';
    return key;
}

std::string dcpKeyOf(std::string_view name)
{
    std::string key(name);
    key += '\0';
    return key;
}

std::optional<DcpMetadata> readDcpMetadata(const pickle::PickleReading& reading)
{
    const DcpRecords records(reading.values);
    if (records.className(reading.root) != "Metadata")
        return std::nullopt;
    DcpMetadata metadata;
    metadata.saveId = records.text(records.field(records.field(reading.root, "storage_meta"), "save_id"));
    constexpr std::uint64_t freeNames = std::uint64_t{16} << 20;
    std::uint64_t recordsLeft = reading.end; // bytes, as are the names
    std::uint64_t namesLeft = 16 * reading.end + freeNames;
    const auto take = [&](std::uint64_t& left, std::uint64_t bytes) {
        metadata.isCut = metadata.isCut || bytes > left;
        left -= std::min(left, bytes);
        return !metadata.isCut;
    };
    records.eachOf(records.field(reading.root, "state_dict_metadata"), [&](PickleId key, PickleId value) {
        if (take(namesLeft, records.text(key).size()) && take(recordsLeft, records.leastBytes(value)))
            metadata.entries.push_back(records.entry(records.text(key), value));
    });
    const PickleId places = records.field(reading.root, "storage_data");
    metadata.stored.reserve(reading.values.itemCount(places) / 2); // takes at most as much memory as the values
    records.eachOf(places, [&](PickleId key, PickleId value) {
        const std::uint64_t names =
            records.text(records.field(key, "fqn")).size() + records.text(records.field(value, "relative_path")).size();
        if (take(namesLeft, names) && take(recordsLeft, records.leastBytesOfStored(key)))
            metadata.stored.push_back(records.stored(key, value, metadata));
    });
    return metadata;
}

} // namespace loupe::torch
