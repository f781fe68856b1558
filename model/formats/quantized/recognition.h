#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"
#include "formats/quantized/description_reads.h"
#include "formats/quantized/part.h"
#include "formats/quantized/quantization_config.h"
#include "formats/quantized/quantized_values.h"
#include "formats/shards/shard_index.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loupe::quantized {

/// A tensor as it was before it was quantized.
struct LogicalTensor {
    std::string name;
    std::vector<std::uint64_t> shape; ///< empty if the values are unknown
    std::optional<Scheme> scheme; ///< nothing if its values cannot be read; a finding says why
    std::string typeName; ///< of the scheme, or what it is known as
    std::vector<Part> parts; ///< that it is made of, the codes first
    bool isAssumed = false; ///< not all descriptions of it were read
};

/// What the schemes' recognizers share: the stored tensors by name, the config, what was found. A recognizer looks at
/// one tensor that may hold codes and adds the logical tensor if they are its own.
class Recognition {
public:
    Recognition(const Checkpoint& stored, const QuantizationConfig& config);
    /// Looks at these parts alone. Reads all descriptions.
    Recognition(const Checkpoint& stored, const QuantizationConfig& config, std::span<const Part> only);

    const Checkpoint& stored() const { return m_stored; }
    const QuantizationConfig& config() const { return m_config; }

    /// The stored tensor of that name, if its bytes lie plainly in its file and are all there, it can hold codes or
    /// scales, and no weight has taken it yet.
    std::optional<Part> part(std::string_view name) const;
    std::optional<Part> part(std::string_view module, std::string_view suffix) const;
    /// The stored tensors are one shard of a model: all tensors of its index count as listed from now on.
    void setIndex(ShardIndex index);
    /// A tensor of that name is listed, be it unreadable or in a shard that is absent or not opened.
    bool isListed(std::string_view name) const;
    bool isUsed(std::uint32_t tensor) const { return m_used[tensor]; }
    /// Stored tensors that quantized products need at run time, and values do not.
    std::vector<std::uint32_t>& runtimeTensors() { return m_runtimeTensors; }

    /// Where another tensor has its name, it gets that of its codes.
    void add(LogicalTensor tensor);
    /// Adds one without values: its parts stay together under its name.
    void addUndecoded(std::string name, std::string typeName, std::vector<Part> parts);

    void addFinding(Severity severity, std::string_view code, std::string message, std::string_view logicalName,
        const Part* where = nullptr, std::uint64_t offsetInPart = 0);
    /// No config says how a weight is quantized, and `assumed` follows from its shapes. Reported for the first weight
    /// of which it is assumed.
    void addAssumption(std::string assumed, std::string_view logicalName, const Part& codes);
    /// The config says another group size than the tensors have. Reported for the first weight with as many columns in
    /// a group: all weights of a model may have them.
    void addGroupSize(std::string message, std::uint64_t columns, std::uint64_t groups, std::string_view logicalName,
        const Part& scales);
    /// The companion `name` is needed and not there.
    void addMissing(std::string_view code, std::string_view logicalName, const Part& codes, std::string_view companion,
        std::string_view why);
    /// A companion has another shape than the weight needs.
    void addShape(std::string_view code, std::string_view logicalName, const Part& companion,
        const std::vector<std::uint64_t>& expected, std::string_view why);

    /// The weight that is added next keeps its scales, for those who look into them. Nothing is read.
    void keepScales(const CheckedScales& scales) { m_scales.push_back(scales); }
    enum class GroupIndex : std::uint8_t { Used, Unused, Invalid };
    /// Whether a part that gives each column its group (I32) can be used. Looks into all of it where it is small, else
    /// into its begin, and of many into the first ones: the rest is checked where values are read.
    GroupIndex checkGroupIndex(std::string_view logicalName, const Part& index, std::uint64_t groups);
    /// The bytes of a small part, such as a shape or a JSON text. Nothing if it is larger than `most`, or cannot be
    /// read. Perhaps those of a like weight: then the weight is assumed.
    std::optional<std::string> smallBytes(const Part& part, std::uint64_t most);
    /// The same of some of a part's bytes.
    std::optional<std::string> bytesOf(const Part& part, std::uint64_t begin, std::uint64_t size);
    /// The integers of a small part of dtype I32 or I64.
    std::optional<std::vector<std::int64_t>> smallIntegers(const Part& part, std::size_t most);

    /// Before and after a tensor is looked at that may hold codes.
    void begin(const Part& codes);
    void end() { m_codes = nullptr; }
    /// How many weights have no description that was read, nor one of a like weight.
    std::uint64_t undescribed() const { return m_undescribed; }

    std::vector<LogicalTensor>& tensors() { return m_tensors; }
    Findings& findings() { return m_findings; }

private:
    Recognition(const Checkpoint& stored, const QuantizationConfig& config, DescriptionReads::Limit limit);
    bool haveFloatScales(std::string_view logicalName);

    const Checkpoint& m_stored;
    const QuantizationConfig& m_config;
    NameMap<std::string_view, std::uint32_t> m_byName;
    NameMap<std::string_view, std::uint32_t> m_unread; ///< listed in an index, by the file that should have them
    std::optional<ShardIndex> m_index;
    NameMap<std::string_view, std::uint32_t> m_indexed; ///< by the shard that `m_index` names
    std::vector<bool> m_used;
    std::unordered_set<std::string> m_logicalNames;
    std::vector<LogicalTensor> m_tensors;
    Findings m_findings;
    std::vector<std::uint32_t> m_runtimeTensors; ///< ascending
    std::unordered_set<std::string> m_assumed;
    std::unordered_set<std::uint64_t> m_groupSizes; ///< columns in a group, of those that addGroupSize() has reported
    std::vector<CheckedScales> m_scales; ///< of the weight that is being recognized
    bool m_readsAll; ///< group indexes, and all of each
    std::uint32_t m_indexesRead = 0; ///< group indexes
    std::uint64_t m_bytesLeft; ///< that opening may still read of these
    DescriptionReads m_reads;
    std::uint64_t m_undescribed = 0;
    const Part* m_codes = nullptr; ///< of the weight that is being recognized
    bool m_isAssumed = false; ///< that weight
    bool m_isUndescribed = false; ///< likewise
};

constexpr std::uint64_t wordBits = 32; ///< of what packed codes stand in
constexpr std::uint64_t mxGroup = 32; ///< columns with the same exponent (OCP MX)

/// How the scale of an FP8 weight is called, after the name of its module…
inline constexpr std::array<std::string_view, 3> float8ModuleScales{
    ".weight_scale", ".weight_scale_inv", ".scale_weight"};
/// …and after its own name, where that does not end with ".weight", as of experts.
inline constexpr std::array<std::string_view, 4> float8ScaleSuffixes{
    "_scale_inv", "_scales_inv", "_scale", "_weight_scale"};

/// A stored tensor whose bytes lie plainly in its file and are all there, and which can hold codes or scales.
std::optional<Part> plainPart(const Checkpoint& stored, std::uint32_t tensor);
/// "a.b" of "a.b.weight" for ".weight"; nothing if the name does not end so.
std::optional<std::string_view> moduleOf(std::string_view name, std::string_view suffix);
bool isFloat8(DType dtype);
/// Product of all axes but the last two; 1 where there are no more.
std::uint64_t batchesOf(std::span<const std::uint64_t> shape);
std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b);
/// Shape of a part with another last axis, or other two last axes.
std::vector<std::uint64_t> withLast(std::span<const std::uint64_t> shape, std::initializer_list<std::uint64_t> last);
bool hasShape(const Part& part, const std::vector<std::uint64_t>& shape);
/// "g128", or "per channel" where a group is a whole row and the config has no groups of that size.
std::string groupText(const QuantizationConfig& config, std::uint64_t groupSize, std::uint64_t columns);

/// Each returns true if the tensor is its own, decodable or not. ComfyUI's comes first: it takes the weights whose
/// description names a format that cannot be decoded, whatever their shapes suggest.
bool recognizeComfyFormat(Recognition& in, const Part& codes);
bool recognizeFloat8(Recognition& in, const Part& codes);
bool recognizeCompressedTensors(Recognition& in, const Part& codes);
bool recognizeFloat4(Recognition& in, const Part& codes);
bool recognizeGptqOrAwq(Recognition& in, const Part& codes);
bool recognizeBitsandbytes(Recognition& in, const Part& codes);
bool recognizeMlx(Recognition& in, const Part& codes);
bool recognizeByNameOnly(Recognition& in, const Part& codes);

/// By any of these.
bool recognize(Recognition& in, const Part& codes);

} // namespace loupe::quantized
