#include "adapters/extract.h"

#include "adapters/base_names.h"
#include "adapters/computed_tensors.h"
#include "adapters/cut_factors.h"
#include "adapters/part_names.h"
#include "adapters/peft_config.h"
#include "adapters/truncated_svd.h"
#include "adapters/wide_numbers.h"
#include "analysis/linear_algebra/product.h"
#include "core/elements.h"
#include "core/name_hash.h"
#include "core/text/text.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace loupe {

namespace {

constexpr std::uint64_t longestKernel = 32; // of a convolution: beyond that, three axes are those of stacked experts
constexpr double negligible = 1e-12; // of the largest singular value

bool isWideFloat(const Tensor& tensor)
{
    return hasReadableValues(tensor.dtype) && info(tensor.dtype).kind == DTypeKind::Float
        && bitsPerElement(tensor.dtype) >= 8;
}

/// The dtype in which factors for a weight of dtype `base` are written: 8 bits are too few for them.
DType storedDType(DType base)
{
    return bitsPerElement(base) > 32 ? DType::F32 : bitsPerElement(base) < 16 ? DType::BF16 : base;
}

/// Rounds numbers as they will be written: ComputedTensors hold F32.
void roundTo(DType dtype, std::vector<double>& numbers)
{
    std::vector<float> narrow(numbers.begin(), numbers.end());
    if (dtype != DType::F32) {
        std::vector<std::byte> stored(narrow.size() * (bitsPerElement(dtype) / 8));
        castElements(DType::F32, dtype, std::as_bytes(std::span(narrow)).data(), narrow.size(), stored.data());
        castElements(dtype, DType::F32, stored.data(), narrow.size(), std::as_writable_bytes(std::span(narrow)).data());
    }
    numbers.assign(narrow.begin(), narrow.end());
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

bool isTransposedPath(std::string_view path)
{
    const std::string_view last = lastPart(path);
    return last == "c_attn" || last == "c_proj" || last == "c_fc";
}

class Extracting {
public:
    Extracting(const std::shared_ptr<const Checkpoint>& base, const std::shared_ptr<const Checkpoint>& tuned,
        const ExtractOptions& options, ComputedTensors computed, const Work& work)
        : m_base(base)
        , m_tuned(tuned)
        , m_options(options)
        , m_computed(std::move(computed))
        , m_work(work)
    {
        m_named.isInBase = true;
        for (std::uint32_t i = 0; i < base->tensors.size(); ++i) {
            m_baseTensors.emplace(base->tensors[i].name, i);
            m_named.add(BaseNames::placeOf(base->tensors[i].name).second);
        }
        // GPT-2's weights are [in, out]; other models have linear layers of these names.
        m_isTransposed = std::ranges::any_of(base->tensors, [](const Tensor& tensor) {
            return tensor.name.ends_with("c_attn.weight") && tensor.shape.size() == 2
                && tensor.shape[1] == 3 * tensor.shape[0];
        });
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
        if (m_items.empty()) {
            return fail(ErrorCode::InvalidArgument,
                m_result.lost.empty() ? "both models are the same: there is nothing to extract"
                                      : "no change can be stored in an adapter: " + m_result.lost.front().tensor + ' '
                        + m_result.lost.front().why,
                m_tuned->path.string());
        }
        finish(format);
        return std::move(m_result);
    }

private:
    struct Item {
        std::uint32_t tensor = 0; ///< of the computed ones
        std::string name;
        DType dtype = DType::F32;
    };

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
        const auto a = Elements::open(m_base, baseIndex);
        const auto b = Elements::open(m_tuned, tunedIndex);
        if (!a || !b)
            return fail(a ? b.error() : a.error());
        Buffer scratch;
        Buffer other;
        bool isSame = true;
        const std::uint64_t atOnce = std::max<std::uint64_t>(b->chunkElements() / 8 * 8, 8); // begins at a byte
        for (std::uint64_t first = 0; first < b->count() && isSame; first += atOnce) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::uint64_t count = std::min(atOnce, b->count() - first);
            Result<> inner;
            auto read = a->visit(first, count, scratch, [&](std::span<const std::byte> before) {
                inner = b->visit(first, count, other,
                    [&](std::span<const std::byte> after) { isSame = std::ranges::equal(before, after); });
            });
            if (!read || !inner)
                return read ? inner : read;
        }
        if (isSame)
            ++m_result.unchanged;
        else
            lose(tuned, "differs, and is not of floats of 8 bits or more");
        return {};
    }

    /// The share of the squared norm that the factors keep of the difference.
    Result<double> energyOf(const Factors& factors, const StreamedMatrix& difference, double norm) const
    {
        double left = 0;
        auto done = difference.forBlocks(m_work, [&](std::uint64_t first, const Matrix& block) -> Result<> {
            Matrix rest = block;
            const MatrixView rows(
                &factors.up.values[first * factors.up.columns], block.rows, factors.up.columns, factors.up.columns);
            auto taken = addProduct(-1, rows, factors.down, ProductTarget(rest), Work{m_work.stop, nullptr});
            for (const double number : rest.values)
                left += number * number;
            return taken;
        });
        if (!done)
            return fail(std::move(done.error()));
        return std::clamp(1 - left / (norm * norm), 0.0, 1.0);
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
        const auto a = Elements::open(m_base, found->second);
        const auto b = Elements::open(m_tuned, index);
        if (!a || !b)
            return fail(a ? b.error() : a.error());
        if (b->count() == 0)
            return {};
        const std::uint64_t rows = tuned.shape.empty() ? 1 : tuned.shape[0];
        Buffer scratch;
        std::vector<double> others;
        const std::uint64_t columns = b->count() / rows;
        const StreamedMatrix difference(
            rows, columns, [&](std::uint64_t first, std::uint64_t, std::span<double> target) -> Result<> {
                others.resize(target.size());
                auto read = readWide(*b, first * columns, target, scratch).and_then([&] {
                    return readWide(*a, first * columns, others, scratch);
                });
                for (std::size_t i = 0; i < target.size() && read; ++i)
                    target[i] -= others[i];
                return read;
            });
        double square = 0;
        auto measured = difference.forBlocks(m_work, [&](std::uint64_t, const Matrix& block) -> Result<> {
            for (const double number : block.values)
                square += number * number;
            return {};
        });
        if (!measured)
            return measured;
        if (square == 0) {
            ++m_result.unchanged;
            return {};
        }
        if (!std::isfinite(square)) {
            lose(tuned, "differs by NaN or infinity");
            return {};
        }
        return tuned.shape.size() < 2 ? keepWhole(tuned, base, difference, std::sqrt(square))
                                      : keepFactors(tuned, base, difference, std::sqrt(square));
    }

    Result<> put(
        Result<std::string> name, std::span<const std::uint64_t> shape, std::span<const double> values, DType dtype)
    {
        if (!name)
            return fail(std::move(name.error()));
        const auto number = m_computed.add(*name, shape, values);
        if (!number)
            return fail(number.error());
        m_items.push_back({*number, std::move(*name), dtype});
        return {};
    }

    /// A vector, under the names that spellings have for its change.
    Result<> keepWhole(const Tensor& tuned, const Tensor& base, const StreamedMatrix& difference, double norm)
    {
        const bool isBias = tuned.name.ends_with(".bias");
        const auto [component, path] = BaseNames::placeOf(isBias
                ? std::string_view(tuned.name).substr(0, tuned.name.size() - std::string_view(".bias").size())
                : tuned.name);
        auto name = partName(m_options.spelling, component, path,
            isBias ? AdapterPart::BiasChange : AdapterPart::WeightChange, false, m_named);
        if (!name || (!isBias && !tuned.name.ends_with(".weight"))) {
            lose(tuned,
                "is no matrix, and names of " + std::string(spellingTitle(m_options.spelling))
                    + " have none for its change");
            return {};
        }
        std::vector<double> values;
        auto read = difference.forBlocks(m_work, [&](std::uint64_t, const Matrix& block) -> Result<> {
            values.insert(values.end(), block.values.begin(), block.values.end());
            return {};
        });
        if (!read)
            return read;
        m_result.modules.push_back({std::string(tuned.name), 0, norm, 1});
        return put(std::move(name), tuned.shape, values, storedDType(base.dtype));
    }

    Result<> keepFactors(const Tensor& tuned, const Tensor& base, const StreamedMatrix& difference, double norm)
    {
        const auto shape = tuned.shape;
        if (!tuned.name.ends_with(".weight") || shape.size() > 5 || (shape.size() == 3 && shape[2] > longestKernel)) {
            lose(tuned, "is no weight of a linear layer or a convolution");
            return {};
        }
        const auto [component, path] = BaseNames::placeOf(tuned.name);
        const bool isEmbedding = isEmbeddingPath(path) && m_options.spelling == AdapterSpelling::Peft;
        auto svd = truncatedSvd(difference, m_options.rank, m_work);
        if (!svd)
            return fail(std::move(svd.error()));
        std::size_t rank = 0;
        while (
            rank < svd->values.size() && rank < m_options.rank && svd->values[rank] > negligible * svd->values.front())
            ++rank;
        Factors factors = balancedFactors(svd->u, svd->values, svd->v, rank);
        const DType dtype = storedDType(base.dtype);
        roundTo(dtype, factors.up.values);
        roundTo(dtype, factors.down.values);
        const auto energy = energyOf(factors, difference, norm);
        if (!energy)
            return fail(energy.error());
        if (!std::isfinite(*energy)) {
            lose(tuned, "differs by more than factors of " + std::string(dtypeName(dtype)) + " can hold");
            return {};
        }
        if (isEmbedding || (m_isTransposed && isTransposedPath(path))) {
            const Factors turned{transposed(factors.down), transposed(factors.up)};
            factors = turned;
        }
        std::vector<std::uint64_t> down(shape.begin(), shape.end());
        down[0] = rank;
        if (shape.size() == 2)
            down[1] = factors.down.columns;
        std::vector<std::uint64_t> up(shape.size(), 1);
        up[0] = factors.up.rows;
        up[1] = rank;
        m_result.modules.push_back({std::string(tuned.name), rank, norm, *energy, svd->isExact});
        const double alpha = static_cast<double>(rank);
        m_facts.modules.push_back({std::string(path), rank, alpha});
        const auto name = [&, path = path, component = component](AdapterPart part) {
            return partName(m_options.spelling, component, path, part, isEmbedding, m_named);
        };
        const bool hasAlpha =
            m_options.spelling == AdapterSpelling::Kohya || m_options.spelling == AdapterSpelling::ComfyUi;
        return put(name(AdapterPart::Down), down, factors.down.values, dtype)
            .and_then([&] { return put(name(AdapterPart::Up), up, factors.up.values, dtype); })
            .and_then([&] {
                return hasAlpha ? put(name(AdapterPart::Alpha), {}, std::span(&alpha, 1), DType::F32) : Result<>();
            });
    }

    static Matrix transposed(const Matrix& matrix)
    {
        Matrix turned(matrix.columns, matrix.rows);
        for (std::size_t i = 0; i < matrix.rows; ++i) {
            for (std::size_t j = 0; j < matrix.columns; ++j)
                turned.at(j, i) = matrix.at(i, j);
        }
        return turned;
    }

    void finish(const Format& format)
    {
        const std::array inputs{m_base, m_tuned};
        const auto computed = m_computed.take(inputs);
        m_result.recipe.format = &format;
        for (Item& item : m_items)
            m_result.recipe.items.push_back(
                {.source = computed, .tensor = item.tensor, .name = std::move(item.name), .dtype = item.dtype});
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
        m_facts.isTransposed = m_isTransposed;
        m_result.config = peftConfig(m_facts, {});
    }

    const std::shared_ptr<const Checkpoint>& m_base;
    const std::shared_ptr<const Checkpoint>& m_tuned;
    const ExtractOptions& m_options;
    ComputedTensors m_computed;
    const Work& m_work;
    NameMap<std::string_view, std::uint32_t> m_baseTensors;
    bool m_isTransposed = false;
    NamedModel m_named; ///< the base, which has each module under its path
    std::vector<Item> m_items;
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
            return fail(ErrorCode::Unsupported,
                std::string("the ") + title
                    + " is quantized, expected plain weights; tloupe convert --dequantize makes a copy with such",
                (*model)->path.string());
        }
    }
    auto computed = ComputedTensors::create(folder);
    if (!computed)
        return fail(std::move(computed.error()));
    return Extracting(base, tuned, options, std::move(*computed), work).run(format);
}

} // namespace loupe
