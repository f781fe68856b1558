#pragma once

#include "analysis/comparison/comparison.h"
#include "analysis/filter/tensor_set.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

struct Health;
struct HealthSums;
struct Summary;

/// Counts for filter words about values, such as nan:, of a tensor.
struct ValueCounts {
    std::uint64_t elements = 0;
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    std::optional<std::uint64_t> zero = {}; ///< absent for complex numbers
    std::optional<std::uint64_t> subnormal = {}; ///< likewise
    std::optional<double> sigmas = {}; ///< Health::sigmas
    bool constant = false; ///< Health::constant
    std::optional<bool> duplicate = {}; ///< of an earlier tensor; absent if the tensors were not compared
    bool warning = false; ///< HealthSums::worst()
};

/// From the tensor's summary. Nothing if that has no counts.
std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Summary& summary);
/// As above, with the additional results of a scan.
std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Health& health);
/// As above, if healthOf() is known, too.
std::optional<ValueCounts> valueCounts(const Health& health, const HealthSums& remarks);

/// The known counts of a tensor's values; nothing if they were not read. Called from many threads.
using TensorValues = std::function<std::optional<ValueCounts>(std::uint32_t tensor)>;

/// A pair of tensors of two checkpoints, with what is known about its values. Refers to the objects it was made from.
struct PairFacts {
    const Checkpoint& a;
    const Checkpoint& b;
    const TensorPair& pair;
    std::optional<PairStatus> status = {}; ///< nothing if it depends on values that were not compared
    std::optional<double> maximum = {}; ///< of |a - b|
    std::optional<double> relativeL2 = {};
    const TensorValues* valuesA = nullptr; ///< null if no word needs it
    const TensorValues* valuesB = nullptr;
    /// NaN or infinities differ. The figures cover only finite elements, so a filter then treats them as infinite.
    bool nonfiniteDiffer = false;
};

/// What a filter selects from: the tensors of a checkpoint, or the pairs of a comparison, with or without known values
/// of their tensors.
enum class FilterSubject : std::uint8_t { Tensors, Pairs, PairsWithValues };

/// A parsed filter that selects tensors of a checkpoint. All words must match. `or` between words begins an
/// alternative: "q_proj layer:3 or norm" selects q_proj of layer 3, and everything with norm in its name.
///
///   attn              the name contains this text, ignoring case (of ASCII letters)
///   "h.0.attn.weight" exactly this whole name, with any characters
///   *.bias h.[0-3].*  the whole name, as a glob (glob.h): `*` any text, `?` any character, `[0-3]` one of these,
///                     `{a,b}` one of these texts; ignores case
///   /h\.[0-9]+$/       regular expression (RE2's syntax) found anywhere in the name; `(?i)` ignores case
///   dtype:bf16        in any common spelling: dtype:bfloat16; also a glob: dtype:f8*
///   quant:nvfp4       quantized, with a type that begins like this, such as gptq or gptq-4 for "GPTQ-4 g128", or fp8;
///                     also a glob
///   shape:4096x*      dimensions joined by x, as a glob for all of them
///   layer:3-7         block number, a range or a comparison (layer:>=20): the first part of the name that is a number,
///                     ignoring the last part; if there is none, the first part that ends in a number
///   rank:2 shard:3    number, or with <, <=, >, >=, =; shards count from 1
///   size:>1MB         bytes: kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024
///   params:>=1e6      elements; also k, M, G or B, T
///   nan:>0 inf:>0 zero:>50%    number of such elements, or their share
///   subnormal:>10%    likewise
///   sigma:>30         distance of the farthest element from the mean, in standard deviations of the others
///   constant:yes      all elements have the same finite value; or constant:no
///   duplicate:yes     the dtype, size and bytes of an earlier tensor; constants are not duplicates
///   warning:yes       a scan warns about it: NaN, infinities, outliers and the other rules of healthRules()
///   -word             does not match the word
///
/// For pairs, a word about a tensor matches if it matches either tensor. In place of words about values, or in
/// addition, there are
///
///   status:changed    also a glob; the names of PairStatus, and renamed, moved, dtype_changed
///   maxabs:>1e-3      the largest |a - b|
///   rell2:>0.01       relative L2
///
/// Immutable, cheap to copy, usable from many threads.
class Filter {
public:
    using Values = TensorValues;
    /// Whether a tensor matches a word; nothing if unknown.
    using Test =
        std::function<std::optional<bool>(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values)>;

    /// The data that a word needs; each level takes longer than those before.
    enum class Asks : std::uint8_t { Structure, Values, Status, Figures };
    using PairTest = std::function<std::optional<bool>(const PairFacts& facts)>;

    struct Word {
        Test test; ///< either this or pairTest is set
        PairTest pairTest = {};
        Asks asks = Asks::Structure;
        bool negated = false;
        bool comparesTensors = false; ///< depends on other tensors: ValueCounts::duplicate
        std::string storedDType = {}; ///< for dtype: with a dtype that only a file can spell; otherwise empty
        std::string text = {}; ///< as written, without `-`
    };

    /// Selects every tensor.
    Filter() = default;
    /// Fails with InvalidArgument; the message says at which character (counted from 1) and what was expected.
    static Result<Filter> parse(std::string_view text, FilterSubject subject = FilterSubject::Tensors);

    /// Checks that each dtype in the filter is one we know or one that a tensor of either checkpoint has (`other` may
    /// be null), since any other is probably a typo. Fails with InvalidFilter.
    Result<> check(const Checkpoint& checkpoint, const Checkpoint* other = nullptr) const;

    FilterSubject subject() const { return m_subject; }
    const std::vector<std::vector<Word>>& alternatives() const { return m_alternatives; }
    bool keepsAll() const { return m_alternatives.empty(); }
    /// True if a word depends on values. A tensor whose values are unknown matches no such word, negated or not.
    bool needsValues() const;
    bool asks(Asks what) const;
    bool comparesTensors() const;
    /// The words that need `first` to `last`: a filter for each stage of a comparison. If a stage cannot decide between
    /// alternatives, it keeps the pair.
    Filter part(Asks first, Asks last) const;

    bool matches(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values = {}) const;
    /// Precondition: this is a filter for pairs.
    bool matches(const PairFacts& facts) const;
    /// All tensors that match. Fails as check() does, with Stopped or OutOfMemory.
    Result<TensorSet> select(const Checkpoint& checkpoint, const Values& values = {}, const Work& work = {}) const;

private:
    /// True if any tensor has `word`'s storedDType.
    static bool isStored(const Word& word, const Checkpoint& checkpoint);

    template <typename Passes>
    bool anyHolds(const Passes& passes) const;

    FilterSubject m_subject = FilterSubject::Tensors;
    std::vector<std::vector<Word>> m_alternatives; ///< none is empty; if there are none, everything matches
};

} // namespace loupe
