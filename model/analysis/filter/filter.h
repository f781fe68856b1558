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

/// What words about values, such as nan:, ask about a tensor.
struct ValueCounts {
    std::uint64_t elements = 0;
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    std::optional<std::uint64_t> zero = {}; ///< absent for complex numbers
    std::optional<std::uint64_t> subnormal = {}; ///< likewise
    std::optional<double> sigmas = {}; ///< Health::sigmas
    bool constant = false; ///< Health::constant
    std::optional<bool> duplicate = {}; ///< of an earlier tensor; absent where the tensors were not compared
    bool warning = false; ///< HealthSums::worst()
};

/// Nothing if the summary has no counts. The summary of this tensor.
std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Summary& summary);
/// The same with what a scan knows besides.
std::optional<ValueCounts> valueCounts(const Tensor& tensor, const Health& health);
/// The same where healthOf() is known, too.
std::optional<ValueCounts> valueCounts(const Health& health, const HealthSums& remarks);

/// What is known of a tensor's values; nothing if they were not looked at. Called from many threads.
using TensorValues = std::function<std::optional<ValueCounts>(std::uint32_t tensor)>;

/// A pair of tensors of two checkpoints, and what is known of its values. Refers to what it was made of.
struct PairFacts {
    const Checkpoint& a;
    const Checkpoint& b;
    const TensorPair& pair;
    std::optional<PairStatus> status = {}; ///< nothing if it takes the values, and they were not looked at
    std::optional<double> maximum = {}; ///< of |a - b|
    std::optional<double> relativeL2 = {};
    const TensorValues* valuesA = nullptr; ///< null if no word asks
    const TensorValues* valuesB = nullptr;
    /// NaN or infinities differ, which the figures, over finite elements, do not say: to a filter they are infinite.
    bool nonfiniteDiffer = false;
};

/// What a filter chooses from: the tensors of a checkpoint, or the pairs of a comparison, of which some know what their
/// tensors hold.
enum class FilterSubject : std::uint8_t { Tensors, Pairs, PairsWithValues };

/// A parsed filter: which tensors of a checkpoint to keep. All words must hold; `or` between them begins an
/// alternative: "q_proj layer:3 or norm" keeps q_proj of layer 3, and all that is called norm.
///
///   attn              name holds this text, in capitals or not (of ASCII letters)
///   "h.0.attn.weight" this whole name exactly, whatever characters it has
///   *.bias h.[0-3].*  whole name, as a glob (glob.h): `*` any text, `?` any character, `[0-3]` one of these,
///                     `{a,b}` one of these texts; in capitals or not
///   /h\.[0-9]+$/       regular expression (RE2's syntax), found anywhere in the name; `(?i)` for capitals or not
///   dtype:bf16        in any common spelling: dtype:bfloat16; also a glob: dtype:f8*
///   quant:nvfp4       quantized, and how: what its type begins with, such as gptq or gptq-4 of "GPTQ-4 g128", or fp8;
///                     also a glob
///   shape:4096x*      dimensions joined by x, as a glob over the whole of them
///   layer:3-7         number of the block, a range or a comparison (layer:>=20): the first part of the name that is a
///                     number, the last part aside; where there is none, the first one that ends in a number
///   rank:2 shard:3    number, or with <, <=, >, >=, =; shards count from 1
///   size:>1MB         bytes: kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024
///   params:>=1e6      elements; also k, M, G or B, T
///   nan:>0 inf:>0 zero:>50%    count of such elements, or share of all elements
///   subnormal:>10%    likewise
///   sigma:>30         how far the farthest element is from the mean, in standard deviations of the others
///   constant:yes      all elements have the same finite value; or constant:no
///   duplicate:yes     the dtype, size and bytes of an earlier tensor; constants are none
///   warning:yes       a scan warns of it: NaN, infinities, outliers and the other rules of healthRules()
///   -word             not so
///
/// For pairs, a word about a tensor holds where it holds of the one or the other; instead of those about values, or
/// next to them, there are
///
///   status:changed    also a glob; the names of PairStatus, and renamed, moved, dtype_changed
///   maxabs:>1e-3      the largest |a - b|
///   rell2:>0.01       relative L2
///
/// Immutable, cheap to copy, usable from many threads.
class Filter {
public:
    using Values = TensorValues;
    /// Whether a tensor passes one word; nothing if that is not known.
    using Test =
        std::function<std::optional<bool>(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values)>;

    /// What must be known for a word to be answered; each takes longer than those before.
    enum class Asks : std::uint8_t { Structure, Values, Status, Figures };
    using PairTest = std::function<std::optional<bool>(const PairFacts& facts)>;

    struct Word {
        Test test; ///< this, or the next
        PairTest pairTest = {};
        Asks asks = Asks::Structure;
        bool negated = false;
        bool comparesTensors = false; ///< asks what one tensor alone does not tell: ValueCounts::duplicate
        std::string storedDType = {}; ///< of dtype:, where it can only be one that a file spells; else empty
        std::string text = {}; ///< as it was written, without `-`
    };

    /// Keeps every tensor.
    Filter() = default;
    /// Fails with InvalidArgument; the message says at which character (counted from 1) and what was expected.
    static Result<Filter> parse(std::string_view text, FilterSubject subject = FilterSubject::Tensors);

    /// Whether each dtype that is asked for is one we know or one that a tensor of either checkpoint has (`other` may
    /// be null): one that nothing can have is a slip. Fails with InvalidFilter.
    Result<> check(const Checkpoint& checkpoint, const Checkpoint* other = nullptr) const;

    FilterSubject subject() const { return m_subject; }
    const std::vector<std::vector<Word>>& alternatives() const { return m_alternatives; }
    bool keepsAll() const { return m_alternatives.empty(); }
    /// True where a word asks about values. A tensor whose values are not known matches no such word, negated or not.
    bool needsValues() const;
    bool asks(Asks what) const;
    bool comparesTensors() const;
    /// The words that ask for `first` to `last`: a filter for each stage of a comparison. What a stage cannot decide
    /// about alternatives, it keeps.
    Filter part(Asks first, Asks last) const;

    bool matches(const Checkpoint& checkpoint, std::uint32_t tensor, const Values& values = {}) const;
    /// Precondition: a filter of pairs.
    bool matches(const PairFacts& facts) const;
    /// All tensors that match. Fails as check(), with Stopped or OutOfMemory.
    Result<TensorSet> select(const Checkpoint& checkpoint, const Values& values = {}, const Work& work = {}) const;

private:
    /// Whether there is a tensor that has `word`'s storedDType.
    static bool isStored(const Word& word, const Checkpoint& checkpoint);

    template <typename Passes>
    bool anyHolds(const Passes& passes) const;

    FilterSubject m_subject = FilterSubject::Tensors;
    std::vector<std::vector<Word>> m_alternatives; ///< none empty; without any, all is kept
};

} // namespace loupe
