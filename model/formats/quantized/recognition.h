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
    std::string typeName; ///< the name of the scheme, or what is known of it
    std::vector<Part> parts; ///< the stored tensors that it is made of, the codes first
    bool isAssumed = false; ///< true if not all its descriptions were read
};

/// The state that the schemes' recognizers share: the stored tensors by name, the config, and the results. A recognizer
/// looks at one tensor that may hold codes, and adds the logical tensor if the codes belong to its scheme.
class Recognition {
public:
    Recognition(const Checkpoint& stored, const QuantizationConfig& config);
    /// Looks only at these parts. Reads all descriptions.
    Recognition(const Checkpoint& stored, const QuantizationConfig& config, std::span<const Part> only);

    const Checkpoint& stored() const { return m_stored; }
    const QuantizationConfig& config() const { return m_config; }

    /// The stored tensor with that name, if its bytes are stored plainly and completely in its file, it can hold codes
    /// or scales, and no weight has used it yet.
    std::optional<Part> part(std::string_view name) const;
    std::optional<Part> part(std::string_view module, std::string_view suffix) const;
    /// Call this if the stored tensors are one shard of a model. From then on, all tensors of its index count as
    /// listed.
    void setIndex(ShardIndex index);
    /// True if a tensor with that name is listed, even if it is unreadable, or in a shard that is missing or not
    /// opened.
    bool isListed(std::string_view name) const;
    bool isUsed(std::uint32_t tensor) const { return m_used[tensor]; }
    /// Stored tensors that are needed for quantized products at run time, but not for values.
    std::vector<std::uint32_t>& runtimeTensors() { return m_runtimeTensors; }

    /// Adds a tensor. If another tensor already has its name, it gets the name of its codes.
    void add(LogicalTensor tensor);
    /// Adds a tensor without values. Its parts stay together under its name.
    void addUndecoded(std::string name, std::string typeName, std::vector<Part> parts);

    void addFinding(Severity severity, std::string_view code, std::string message, std::string_view logicalName,
        const Part* where = nullptr, std::uint64_t offsetInPart = 0);
    /// Reports that no config says how a weight is quantized, and that `assumed` follows from its shapes. Only for the
    /// first weight with this assumption.
    void addAssumption(std::string assumed, std::string_view logicalName, const Part& codes);
    /// Reports that no config says how a weight is quantized, and that its shapes fit several `ways`. Only for the
    /// first weight with these.
    void addAmbiguity(std::string ways, std::string_view logicalName, const Part& codes);
    /// Reports that the config states another group size than the tensors have. Only for the first weight with this
    /// number of columns per group, since all weights of a model may have it.
    void addGroupSize(std::string message, std::uint64_t columns, std::uint64_t groups, std::string_view logicalName,
        const Part& scales);
    /// Reports that `companion` is required but missing.
    void addMissing(std::string_view code, std::string_view logicalName, const Part& codes, std::string_view companion,
        std::string_view why);
    /// Reports that a companion does not have the shape that the weight requires.
    void addShape(std::string_view code, std::string_view logicalName, const Part& companion,
        const std::vector<std::uint64_t>& expected, std::string_view why);

    /// Attaches these scales to the weight that is added next, for later checks. Reads nothing.
    void keepScales(const CheckedScales& scales) { m_scales.push_back(scales); }
    enum class GroupIndex : std::uint8_t { Used, Unused, Invalid };
    /// Checks if a part that maps each column to its group (I32) can be used. Reads all of a small part, but only the
    /// beginning of a larger one, and reads only the first few of many parts. The rest is checked when values are read.
    GroupIndex checkGroupIndex(std::string_view logicalName, const Part& index, std::uint64_t groups);
    /// The bytes of a small part, such as a shape or a JSON text. Returns nothing if the part is larger than `most`
    /// bytes or cannot be read. The bytes may be those of a similar weight, in which case the current weight counts as
    /// assumed.
    std::optional<std::string> smallBytes(const Part& part, std::uint64_t most);
    /// As smallBytes(), for a range of the part's bytes.
    std::optional<std::string> bytesOf(const Part& part, std::uint64_t begin, std::uint64_t size);
    /// The integers of a small part of dtype I32 or I64.
    std::optional<std::vector<std::int64_t>> smallIntegers(const Part& part, std::size_t most);

    /// Call these before and after looking at a tensor that may hold codes.
    void begin(const Part& codes);
    void end() { m_codes = nullptr; }
    /// The number of weights for which no description was read, not even that of a similar weight.
    std::uint64_t undescribed() const { return m_undescribed; }

    std::vector<LogicalTensor>& tensors() { return m_tensors; }
    Findings& findings() { return m_findings; }

private:
    Recognition(const Checkpoint& stored, const QuantizationConfig& config, DescriptionReads::Limit limit);
    bool haveFloatScales(std::string_view logicalName);

    const Checkpoint& m_stored;
    const QuantizationConfig& m_config;
    NameMap<std::string_view, std::uint32_t> m_byName;
    NameMap<std::string_view, std::uint32_t> m_unread; ///< tensors that an index lists, and their files
    std::optional<ShardIndex> m_index;
    NameMap<std::string_view, std::uint32_t> m_indexed; ///< tensors, with the shard that `m_index` names for them
    std::vector<bool> m_used;
    std::unordered_set<std::string> m_logicalNames;
    std::vector<LogicalTensor> m_tensors;
    Findings m_findings;
    std::vector<std::uint32_t> m_runtimeTensors; ///< ascending
    std::unordered_set<std::string> m_reported; ///< what addAssumption() and addAmbiguity() have reported
    std::unordered_set<std::uint64_t> m_groupSizes; ///< the columns per group that addGroupSize() has reported
    std::vector<CheckedScales> m_scales; ///< for the weight that is being recognized
    bool m_readsAll; ///< true if all group indexes are read completely
    std::uint32_t m_indexesRead = 0; ///< the number of group indexes that were read
    std::uint64_t m_bytesLeft; ///< the number of their bytes that may still be read while opening
    DescriptionReads m_reads;
    std::uint64_t m_undescribed = 0;
    const Part* m_codes = nullptr; ///< for the weight that is being recognized
    bool m_isAssumed = false; ///< for the weight that is being recognized
    bool m_isUndescribed = false; ///< likewise
};

constexpr std::uint64_t wordBits = 32; ///< size of the words that hold packed codes
constexpr std::uint64_t mxGroup = 32; ///< the number of columns that share an exponent (OCP MX)

/// The suffixes that name the scale of an FP8 weight, after the name of its module…
inline constexpr std::array<std::string_view, 3> float8ModuleScales{
    ".weight_scale", ".weight_scale_inv", ".scale_weight"};
/// …and after the weight's own name, if that does not end with ".weight", as for experts.
inline constexpr std::array<std::string_view, 4> float8ScaleSuffixes{
    "_scale_inv", "_scales_inv", "_scale", "_weight_scale"};

/// The stored tensor, if its bytes are stored plainly and completely in its file, and it can hold codes or scales.
std::optional<Part> plainPart(const Checkpoint& stored, std::uint32_t tensor);
/// The name without the suffix: "a.b" for "a.b.weight" and ".weight". Nothing if the name does not end with the suffix.
std::optional<std::string_view> moduleOf(std::string_view name, std::string_view suffix);
bool isFloat8(DType dtype);
/// The product of all axes except the last two; 1 if there are no others.
std::uint64_t batchesOf(std::span<const std::uint64_t> shape);
std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b);
/// The shape with its last axis, or last two axes, replaced.
std::vector<std::uint64_t> withLast(std::span<const std::uint64_t> shape, std::initializer_list<std::uint64_t> last);
bool hasShape(const Part& part, const std::vector<std::uint64_t>& shape);
/// "g128", or "per channel" if a group is a whole row and the config has no groups of that size.
std::string groupText(const QuantizationConfig& config, std::uint64_t groupSize, std::uint64_t columns);

/// Each recognizer returns true if the tensor belongs to its scheme, decodable or not. ComfyUI's recognizer must run
/// first: it takes the weights whose description names a format that cannot be decoded, whatever their shapes suggest.
bool recognizeComfyFormat(Recognition& in, const Part& codes);
bool recognizeFloat8(Recognition& in, const Part& codes);
bool recognizeCompressedTensors(Recognition& in, const Part& codes);
bool recognizeFloat4(Recognition& in, const Part& codes);
bool recognizeGptqOrAwq(Recognition& in, const Part& codes);
bool recognizeBitsandbytes(Recognition& in, const Part& codes);
bool recognizeMlx(Recognition& in, const Part& codes);
bool recognizeByNameOnly(Recognition& in, const Part& codes);

/// Tries all recognizers.
bool recognize(Recognition& in, const Part& codes);

} // namespace loupe::quantized
