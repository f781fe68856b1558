#include "adapters/extract.h"

#include "adapters/adapter_tensors.h"
#include "adapters/conv1d_weights.h"
#include "adapters/names/base_names.h"
#include "adapters/names/part_names.h"
#include "adapters/peft_config.h"
#include "adapters/stacks.h"
#include "adapters/stored_factors.h"
#include "adapters/tensor_difference.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/name_hash.h"
#include "core/text/text.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace loupe {

namespace {

constexpr std::uint64_t longestKernel = 32; // of a convolution: beyond that, three axes are those of stacked experts

bool isWideFloat(const Tensor& tensor)
{
    return hasReadableValues(tensor.dtype) && info(tensor.dtype).kind == DTypeKind::Float
        && bitsPerElement(tensor.dtype) >= 8;
}

/// What PEFT changes as a parameter of its module, not as a layer: stacked experts, and matrices that are no weights.
bool isParameterOfPeft(const Tensor& tensor)
{
    if (tensor.shape.size() != 2 && tensor.shape.size() != 3)
        return false;
    return !tensor.name.ends_with(".weight") || (tensor.shape.size() == 3 && tensor.shape[2] > longestKernel);
}

/// PEFT trains other parameters with three axes, too: tokens, positions, and parts of convolutions.
bool isStackOfExperts(const Tensor& parameter)
{
    return parameter.shape.size() == 3 && parameter.shape[0] > 1
        && (parameter.name.ends_with(".weight") || parameter.name.find("expert") != std::string_view::npos);
}

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('.') + 1);
}

bool isEmbeddingPath(std::string_view path)
{
    constexpr std::array<std::string_view, 12> names{"embed_tokens", "wte", "wpe", "word_embeddings", "tok_embeddings",
        "position_embeddings", "token_type_embeddings", "token_embedding", "position_embedding", "shared", "embed_in",
        "embed_positions"};
    return std::ranges::find(names, lastPart(path)) != names.end();
}

class Extracting {
public:
    Extracting(const std::shared_ptr<const Checkpoint>& base, const std::shared_ptr<const Checkpoint>& tuned,
        const ExtractOptions& options, ComputedTensors computed, const Work& work)
        : m_base(base)
        , m_tuned(tuned)
        , m_options(options)
        , m_tensors(std::move(computed))
        , m_work(work)
        , m_conv1D(*base)
        , m_transposedOwners(transposedOwners(*base))
    {
        m_named.isInBase = true;
        for (std::uint32_t i = 0; i < base->tensors.size(); ++i) {
            m_baseTensors.emplace(base->tensors[i].name, i);
            m_named.add(BaseNames::placeOf(base->tensors[i].name).second);
            if (isParameterOfPeft(base->tensors[i]))
                addParameter(base->tensors[i]);
        }
    }

    Result<Extraction> run(const Format& format)
    {
        std::uint64_t bytes = 0;
        for (const Tensor& tensor : m_tuned->tensors)
            bytes += valueBytes(tensor);
        m_work.expect(bytes);
        for (std::uint32_t i = 0; i < m_tuned->tensors.size(); ++i) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (auto done = extract(i); !done)
                return fail(std::move(done.error()));
            m_work.advance(valueBytes(m_tuned->tensors[i]));
        }
        loseMissing();
        if (auto named = nameParameters(); !named)
            return fail(std::move(named.error()));
        if (m_tensors.size() == 0) {
            return fail(ErrorCode::InvalidArgument,
                m_result.lost.empty() ? "both models are equal: there is nothing to extract"
                                      : "no difference can be stored in an adapter: " + m_result.lost.front().tensor
                        + ' ' + m_result.lost.front().why,
                m_tuned->path.string());
        }
        finish(format);
        return std::move(m_result);
    }

private:
    /// A parameter that differs, by its module.
    struct NestedParameter {
        std::size_t place = 0; ///< nestingPlace()
        AdapterComponent component = AdapterComponent::Whole;
        std::size_t firstItem = 0; ///< of the tensors; A, and B follows
    };

    /// The parameters of a module of the base.
    struct Owner {
        std::size_t count = 0;
        std::uint64_t mostRank = 1; ///< that one of them can have
    };

    void addParameter(const Tensor& tensor)
    {
        Owner& owner = m_owners[std::string(splitParameter(tensor.name).owner)];
        ++owner.count;
        const auto sides = tensor.shape.last(2);
        owner.mostRank = std::max(owner.mostRank, std::min(sides[0], sides[1]));
    }

    void lose(const Tensor& tensor, std::string why)
    {
        m_result.lost.push_back({std::string(tensor.name), std::move(why)});
    }

    /// Tensors of the base that the tuned model does not have.
    void loseMissing()
    {
        NameMap<std::string_view, std::uint32_t> names;
        for (std::uint32_t i = 0; i < m_tuned->tensors.size(); ++i)
            names.emplace(m_tuned->tensors[i].name, i);
        for (const Tensor& tensor : m_base->tensors) {
            if (!names.contains(tensor.name))
                lose(tensor, "is not in the tuned model");
        }
    }

    /// Indices and the like are no part of training, and quantized numbers no weights: their change has no factors.
    Result<> compareOthers(std::uint32_t baseIndex, std::uint32_t tunedIndex)
    {
        const Tensor& base = m_base->tensors[baseIndex];
        const Tensor& tuned = m_tuned->tensors[tunedIndex];
        if (base.dtype != tuned.dtype) {
            lose(tuned,
                "is of " + std::string(dtypeName(tuned.dtype)) + ", in the base of "
                    + std::string(dtypeName(base.dtype)));
            return {};
        }
        if (!hasReadableValues(tuned.dtype)) {
            lose(tuned, "has values that cannot be read");
            return {};
        }
        const auto isSame = haveSameBytes(m_base, baseIndex, m_tuned, tunedIndex, m_work);
        if (!isSame)
            return fail(isSame.error());
        if (*isSame)
            ++m_result.unchanged;
        else
            lose(tuned, "differs, but has no floating-point values of 8 bits or more");
        return {};
    }

    Result<> extract(std::uint32_t index)
    {
        const Tensor& tuned = m_tuned->tensors[index];
        const auto found = m_baseTensors.find(tuned.name);
        if (found == m_baseTensors.end()) {
            lose(tuned, "is not in the base");
            return {};
        }
        const Tensor& base = m_base->tensors[found->second];
        if (!std::ranges::equal(base.shape, tuned.shape)) {
            lose(tuned, "has shape " + formatShape(tuned.shape) + ", in the base " + formatShape(base.shape));
            return {};
        }
        if (!isWideFloat(tuned) || !isWideFloat(base)) {
            return compareOthers(found->second, index);
        }
        if (std::ranges::find(tuned.shape, 0U) != tuned.shape.end())
            return {};
        const bool isParameter = isParameterOfPeft(tuned);
        const auto difference =
            TensorDifference::open(m_base, found->second, m_tuned, index, isParameter && tuned.shape.size() == 3);
        if (!difference)
            return fail(difference.error());
        const auto squares = difference->squares(m_work);
        if (!squares)
            return fail(squares.error());
        const double square = std::accumulate(squares->begin(), squares->end(), 0.0);
        if (square == 0) {
            ++m_result.unchanged;
            return {};
        }
        if (!std::isfinite(square)) {
            lose(tuned, "has differences that are NaN or infinite");
            return {};
        }
        if (tuned.shape.size() < 2)
            return keepWhole(tuned, base, *difference, std::sqrt(square));
        return isParameter ? keepParameter(tuned, base, *difference, *squares)
                           : keepFactors(tuned, base, *difference, square);
    }

    /// A vector, under the names that spellings have for its change.
    Result<> keepWhole(const Tensor& tuned, const Tensor& base, const TensorDifference& difference, double norm)
    {
        const bool isBias = tuned.name.ends_with(".bias");
        const auto [component, path] = BaseNames::placeOf(isBias
                ? std::string_view(tuned.name).substr(0, tuned.name.size() - std::string_view(".bias").size())
                : tuned.name);
        auto name = partName(m_options.spelling, component, path,
            isBias ? AdapterPart::BiasChange : AdapterPart::WeightChange, false, m_named);
        if (!name || (!isBias && !tuned.name.ends_with(".weight"))) {
            lose(tuned,
                "is not a matrix, and the naming scheme of " + std::string(spellingTitle(m_options.spelling))
                    + " has no name for its difference");
            return {};
        }
        std::vector<double> values;
        auto read = difference.matrix(0).forBlocks(m_work, [&](std::uint64_t, const Matrix& block) -> Result<> {
            values.insert(values.end(), block.values.begin(), block.values.end());
            return {};
        });
        if (!read)
            return read;
        m_result.modules.push_back({std::string(tuned.name), 0, norm, 1});
        return m_tensors.compute(std::move(name), tuned.shape, values, factorDType(base.dtype));
    }

    void loseRange(const Tensor& tuned, DType dtype)
    {
        lose(tuned, "has differences larger than factors of dtype " + std::string(dtypeName(dtype)) + " can hold");
    }

    Result<> keepFactors(const Tensor& tuned, const Tensor& base, const TensorDifference& difference, double square)
    {
        const auto shape = tuned.shape;
        if (!tuned.name.ends_with(".weight") || shape.size() > 5) {
            lose(tuned, "is not the weight of a linear layer or convolution");
            return {};
        }
        const auto [component, path] = BaseNames::placeOf(tuned.name);
        const bool isEmbedding = isEmbeddingPath(path) && m_options.spelling == AdapterSpelling::Peft;
        const DType dtype = factorDType(base.dtype);
        auto kept = storedFactors(difference, 0, m_options.rank, dtype, m_work);
        if (!kept)
            return fail(std::move(kept.error()));
        if (!std::isfinite(kept->left)) {
            loseRange(tuned, dtype);
            return {};
        }
        Factors& factors = kept->factors;
        const std::uint64_t rank = factors.down.rows;
        if (isEmbedding || m_conv1D.has(tuned.name))
            factors = turned(factors);
        std::vector<std::uint64_t> down(shape.begin(), shape.end());
        down[0] = rank;
        if (shape.size() == 2)
            down[1] = factors.down.columns;
        std::vector<std::uint64_t> up(shape.size(), 1);
        up[0] = factors.up.rows;
        up[1] = rank;
        m_result.modules.push_back(
            {std::string(tuned.name), rank, std::sqrt(square), energyOf(kept->left, square), kept->isExact});
        const double alpha = static_cast<double>(rank);
        m_facts.modules.push_back({std::string(path), rank, alpha});
        const auto name = [&, path = path, component = component](
                              AdapterPart part) { return nameOf(component, path, part, isEmbedding); };
        const bool hasAlpha =
            m_options.spelling == AdapterSpelling::Kohya || m_options.spelling == AdapterSpelling::ComfyUi;
        return m_tensors.compute(name(AdapterPart::Down), down, factors.down.values, dtype)
            .and_then([&] { return m_tensors.compute(name(AdapterPart::Up), up, factors.up.values, dtype); })
            .and_then([&] {
                return hasAlpha ? m_tensors.compute(name(AdapterPart::Alpha), {}, std::span(&alpha, 1), DType::F32)
                                : Result<>();
            });
    }

    Result<std::string> nameOf(
        AdapterComponent component, std::string_view path, AdapterPart part, bool isEmbedding) const
    {
        auto name = partName(m_options.spelling, component, path, part, isEmbedding, m_named);
        if (!name)
            name.error().path = m_tuned->path.string();
        return name;
    }

    static double energyOf(double left, double square) { return std::clamp(1 - left / square, 0.0, 1.0); }

    /// Why a parameter cannot be in the adapter; empty where it can. `rank` is that of its factors.
    std::string whyNoParameter(
        const Tensor& tuned, const ParameterPath& path, const TensorDifference& difference, std::uint64_t rank) const
    {
        const std::string what = isStackOfExperts(tuned) ? "holds stacked experts" : "is not the weight of a module";
        if (m_options.spelling != AdapterSpelling::Peft)
            return what + ", which only PEFT can name (target_parameters)";
        if (path.owner.empty())
            return "is a parameter of the model itself, which PEFT cannot adapt";
        const auto known = m_owners.find(path.owner);
        if (known != m_owners.end() && known->second.count > 1 && !nestingPlace(path.parameter)) {
            return what + " along with others of its module, and the order in which PEFT nests them is unknown";
        }
        const auto ranks = checkedMultiply(rank, difference.experts());
        const auto numbers =
            ranks ? checkedMultiply(*ranks, saturatingAdd(difference.rows(), difference.columns())) : std::nullopt;
        return numbers && *numbers <= mostFactorNumbers ? std::string() : what + ", and the factors would be too large";
    }

    /// Adds the factors of stacked experts, [experts, rows, columns], or of another matrix that is not a module's
    /// weight.
    Result<> keepParameter(
        const Tensor& tuned, const Tensor& base, const TensorDifference& difference, std::span<const double> squares)
    {
        const ParameterPath path = splitParameter(tuned.name);
        // Settings have one rank for all parameters of a module.
        const auto known = m_owners.find(path.owner);
        const std::uint64_t rank = std::min(m_options.rank, known == m_owners.end() ? 1 : known->second.mostRank);
        if (std::string why = whyNoParameter(tuned, path, difference, rank); !why.empty()) {
            lose(tuned, std::move(why));
            return {};
        }
        const std::uint64_t experts = difference.experts();
        const bool isTurned = experts > 1 && m_transposedOwners.contains(path.owner);
        const std::uint64_t outputs = isTurned ? difference.columns() : difference.rows();
        const std::uint64_t inputs = isTurned ? difference.rows() : difference.columns();
        const DType dtype = factorDType(base.dtype);
        Factors all{Matrix(outputs, rank * experts), Matrix(rank * experts, inputs)};
        ExtractedModule extracted{.tensor = std::string(tuned.name), .rank = rank, .experts = experts};
        double left = 0;
        for (std::uint64_t expert = 0; expert < experts; ++expert) {
            if (squares[expert] == 0)
                continue;
            auto kept = storedFactors(difference, expert, rank, dtype, m_work);
            if (!kept)
                return fail(std::move(kept.error()));
            left += kept->left;
            extracted.isExact &= kept->isExact;
            putExpert(all, experts, expert, isTurned ? turned(kept->factors) : kept->factors);
        }
        if (!std::isfinite(left)) {
            loseRange(tuned, dtype);
            return {};
        }
        const double square = std::accumulate(squares.begin(), squares.end(), 0.0);
        extracted.norm = std::sqrt(square);
        extracted.energy = energyOf(left, square);
        m_result.modules.push_back(std::move(extracted));
        const auto [component, place] = BaseNames::placeOf(path.owner);
        const std::string full = std::string(place) + '.' + std::string(path.parameter);
        m_facts.modules.push_back({std::string(place), rank, static_cast<double>(rank), {full}});
        m_parameters[std::string(place)].push_back(
            {nestingPlace(path.parameter).value_or(0), component, m_tensors.size()});
        const std::array<std::uint64_t, 2> down{all.down.rows, all.down.columns};
        const std::array<std::uint64_t, 2> up{all.up.rows, all.up.columns};
        return m_tensors.compute(full, down, all.down.values, dtype).and_then([&] {
            return m_tensors.compute(full, up, all.up.values, dtype);
        });
    }

    /// Parameters of a module are named when it is known which of them differ.
    Result<> nameParameters()
    {
        for (auto& [owner, parameters] : m_parameters) {
            std::ranges::sort(parameters, {}, &NestedParameter::place);
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                const std::string path = wrappedOwner(owner, parameters.size() - 1 - i);
                for (const auto& [part, item] : {std::pair(AdapterPart::Down, parameters[i].firstItem),
                         std::pair(AdapterPart::Up, parameters[i].firstItem + 1)}) {
                    auto name = nameOf(parameters[i].component, path, part, false);
                    if (!name)
                        return fail(std::move(name.error()));
                    m_tensors.rename(item, std::move(*name));
                }
            }
        }
        return {};
    }

    static Factors turned(const Factors& factors) { return {transposed(factors.down), transposed(factors.up)}; }

    void finish(const Format& format)
    {
        const std::array inputs{m_base, m_tuned};
        m_result.recipe = m_tensors.take(inputs, format);
        Metadata metadata{{"format", "pt"}};
        if (m_options.spelling == AdapterSpelling::Kohya) {
            metadata.emplace_back("ss_network_module", "networks.lora");
            metadata.emplace_back("ss_network_dim", std::to_string(m_options.rank));
            metadata.emplace_back("ss_network_alpha", std::to_string(m_options.rank));
        }
        m_result.recipe.metadata = std::move(metadata);
        if (m_options.spelling != AdapterSpelling::Peft)
            return;
        m_facts.base = m_base->path.string();
        m_facts.isTransposed = m_conv1D.exist();
        m_result.config = peftConfig(m_facts, {});
    }

    const std::shared_ptr<const Checkpoint>& m_base;
    const std::shared_ptr<const Checkpoint>& m_tuned;
    const ExtractOptions& m_options;
    AdapterTensors m_tensors;
    const Work& m_work;
    NameMap<std::string_view, std::uint32_t> m_baseTensors;
    Conv1DWeights m_conv1D;
    std::set<std::string, std::less<>> m_transposedOwners;
    NameMap<std::string, Owner> m_owners;
    std::map<std::string, std::vector<NestedParameter>> m_parameters; ///< by module
    NamedModel m_named; ///< the base, which has each module under its path
    PeftFacts m_facts;
    Extraction m_result;
};

} // namespace

Result<Extraction> extractAdapter(const std::shared_ptr<const Checkpoint>& base,
    const std::shared_ptr<const Checkpoint>& tuned, const ExtractOptions& options, const Format& format,
    const std::filesystem::path& folder, const Work& work)
{
    if (options.rank > mostExtractedRank) {
        return fail(ErrorCode::InvalidArgument,
            "the rank " + std::to_string(options.rank) + " is too large, expected at most "
                + std::to_string(mostExtractedRank));
    }
    for (const auto& [model, title] : {std::pair(&base, "base"), std::pair(&tuned, "tuned model")}) {
        if ((*model)->quantized) {
            return fail(ErrorCode::Unsupported, std::string("the ") + title + " is quantized, expected plain weights",
                (*model)->path.string(), Remedy::Dequantize);
        }
    }
    auto computed = ComputedTensors::create(folder);
    if (!computed)
        return fail(std::move(computed.error()));
    return Extracting(base, tuned, options, std::move(*computed), work).run(format);
}

} // namespace loupe
