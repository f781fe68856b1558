#include "adapters/base_fit.h"

#include "adapters/conv1d_weights.h"
#include "adapters/names/base_names.h"
#include "adapters/names/transformer_names.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace loupe {

namespace {

using enum AdapterPart;

class Fitting {
public:
    Fitting(const Adapter& adapter, const Checkpoint& base)
        : m_adapter(adapter)
        , m_base(base)
        , m_names(base)
        , m_conv1D(base)
    {
    }

    std::vector<AdapterTarget> all()
    {
        std::vector<AdapterTarget> targets;
        targets.reserve(m_adapter.modules.size());
        for (const AdapterModule& module : m_adapter.modules)
            targets.push_back(find(module));
        for (std::size_t i = 0; i < targets.size(); ++i)
            addEvidence(m_adapter.modules[i], targets[i]);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (targets[i].fit == Fit::Fits)
                check(m_adapter.modules[i], targets[i]);
        }
        return targets;
    }

private:
    AdapterTarget find(const AdapterModule& module)
    {
        AdapterTarget target;
        if (!module.isComputable()) {
            target.fit = Fit::Unsupported;
            target.why = module.problem;
        }
        if (module.isOfParameter())
            return findParameter(module, std::move(target));
        const auto& whole = module.part(Replacement);
        if (const auto exact = whole ? m_names.tensor(module.place.path) : std::nullopt) {
            target.tensor = exact;
        } else {
            AdapterPlace place = module.place;
            if (whole)
                place.path = withoutWeight(module.place.path);
            const auto [answer, found] = m_names.find(place);
            if (answer != BaseNames::Answer::Found) {
                if (target.why.empty())
                    target.why = whyNotFound(answer, place);
                return target;
            }
            target.tensor = found.tensor;
            target.firstRow = found.firstRow;
            target.rows = found.rows;
            target.swapsHalves = found.swapsHalves;
        }
        const auto shape = m_base.tensors[*target.tensor].shape;
        if (target.rows == 0)
            target.rows = shape.empty() ? 1 : shape[0];
        if (module.part(BiasChange) || module.part(UpBias)) {
            target.bias = m_names.biasOf(*target.tensor);
            if (!target.bias && target.why.empty())
                target.why = "the base has no bias beside " + quote(m_base.tensors[*target.tensor].name);
            if (!target.bias)
                return target;
        }
        if (!module.isComputable())
            return target;
        target.fit = Fit::Fits;
        return target;
    }

    std::string whyNotFound(BaseNames::Answer answer, const AdapterPlace& place) const
    {
        if (answer == BaseNames::Answer::Ambiguous)
            return "several modules of the base have this name";
        const auto original = place.isJoined ? originalPathOf(place.path) : std::optional(place.path);
        const auto parts = original ? diffusersPaths(*original) : std::vector<std::string>();
        const bool isSplit = std::ranges::any_of(parts, [&](const std::string& part) {
            return m_names.find({place.component, part, false, AdapterSpelling::Diffusers}).first
                == BaseNames::Answer::Found;
        });
        return isSplit ? "the base has the names of diffusers: convert those of the adapter first"
                       : "the base has no module of this name";
    }

    /// By shapes: a file does not say which parameter of a module its factors are of.
    AdapterTarget findParameter(const AdapterModule& module, AdapterTarget target) const
    {
        if (!module.isComputable())
            return target;
        std::vector<std::uint32_t> known;
        std::vector<std::uint32_t> fitting;
        for (const std::string& path : module.parameters) {
            AdapterPlace place = module.place;
            place.path = withoutWeight(path);
            const auto [answer, found] = m_names.find(place);
            if (answer != BaseNames::Answer::Found)
                continue;
            known.push_back(found.tensor);
            if (stackOrder(m_base.tensors[found.tensor], module) != Order::None)
                fitting.push_back(found.tensor);
        }
        if (known.empty()) {
            target.why = "the base has no parameter " + quote(module.parameters.front());
            return target;
        }
        target.tensor = fitting.empty() ? known.front() : fitting.front();
        const Tensor& tensor = m_base.tensors[*target.tensor];
        target.rows = tensor.shape.empty() ? 1 : tensor.shape[0];
        if (fitting.size() == 1) {
            target.fit = Fit::Fits;
            target.isTransposed = stackOrder(tensor, module) == Order::Transposed;
        } else if (fitting.empty()) {
            target.fit = Fit::ShapeClash;
            target.why = updatesText(module) + ", the base has " + formatShape(tensor.shape);
        } else {
            target.fit = Fit::Unsupported;
            target.why =
                "several parameters of the base have these sizes, and the file does not say to which it applies";
        }
        return target;
    }

    /// The sizes of the updates of a parameter: of the factors where these are no whole number of updates.
    std::string updatesText(const AdapterModule& module) const
    {
        if (!module.statedRank) {
            return "the updates are [" + std::to_string(module.outputs) + ", " + std::to_string(module.inputs)
                + "] for " + counted(module.experts, "expert");
        }
        const auto& tensors = m_adapter.checkpoint->tensors;
        return "the factors are " + formatShape(tensors[*module.part(Down)].shape) + " and "
            + formatShape(tensors[*module.part(Up)].shape)
            + ", which do not hold an integer number of experts at the rank stated in " + m_adapter.settings.source();
    }

    enum class Order : std::uint8_t { Straight, Transposed, Either, None };

    /// How the update lies in the weight, by their shapes.
    Order rowsTimesColumns(const AdapterTarget& target, const AdapterModule& module) const
    {
        const auto shape = m_base.tensors[*target.tensor].shape;
        if (shape.empty())
            return Order::None;
        const std::uint64_t columns = elementCount(shape.subspan(1)).value_or(0);
        const bool isStraight = target.rows == module.outputs && columns == module.inputs;
        const bool isTransposed =
            shape.size() == 2 && target.rows == module.inputs && columns == module.outputs && target.rows == shape[0];
        if (isStraight && isTransposed)
            return Order::Either;
        return isStraight ? Order::Straight : isTransposed ? Order::Transposed : Order::None;
    }

    /// How the updates of stacked experts lie in [experts, rows, columns].
    static Order stackOrder(const Tensor& tensor, const AdapterModule& module)
    {
        const auto shape = tensor.shape;
        const bool isOne = shape.size() == 2 && module.experts == 1;
        if (!isOne && (shape.size() != 3 || shape[0] != module.experts))
            return Order::None;
        const auto sides = shape.last(2);
        const bool isStraight = sides[0] == module.outputs && sides[1] == module.inputs;
        const bool isTransposed = !isOne && sides[0] == module.inputs && sides[1] == module.outputs;
        return isStraight && isTransposed ? Order::Either
            : isStraight                  ? Order::Straight
            : isTransposed                ? Order::Transposed
                                          : Order::None;
    }

    static unsigned bitOf(Order order) { return 1U << static_cast<unsigned>(order); }

    /// Without those that say nothing.
    static unsigned decisive(unsigned orders) { return orders & (bitOf(Order::Straight) | bitOf(Order::Transposed)); }

    void addEvidence(const AdapterModule& module, const AdapterTarget& target)
    {
        if (target.fit == Fit::Fits && module.isOfParameter())
            m_stackOrders |= bitOf(stackOrder(m_base.tensors[*target.tensor], module));
    }

    /// How stacks of squares [experts, n, n] lie, by the others of their module in the base: gate and up in one matrix
    /// have n inputs and 2 n outputs, or the squares are that, and the others have n / 2 inputs.
    unsigned siblingEvidence(const Tensor& square) const
    {
        const std::string_view name = square.name;
        const std::string_view owner = name.substr(0, name.rfind('.') + 1);
        const std::uint64_t side = square.shape[1];
        unsigned orders = 0;
        for (const Tensor& other : m_base.tensors) {
            const auto shape = other.shape;
            const bool isSibling = !owner.empty() && other.name.starts_with(owner) && shape.size() == 3
                && shape[0] == square.shape[0] && other.name.find('.', owner.size()) == std::string_view::npos;
            if (!isSibling || (shape[1] == side && shape[2] == side))
                continue;
            const std::uint64_t rest = shape[1] == side ? shape[2] : shape[2] == side ? shape[1] : 0;
            if (rest != 2 * side && 2 * rest != side)
                continue;
            const std::uint64_t inputs = std::min(rest, side);
            orders |= bitOf(shape[2] == inputs ? Order::Straight : Order::Transposed);
        }
        return orders;
    }

    /// Shapes of squares leave it open: what others say counts.
    void turnSquares(AdapterTarget& target) const
    {
        const Tensor& weight = m_base.tensors[*target.tensor];
        unsigned orders = siblingEvidence(weight);
        if (orders == 0)
            orders = decisive(m_stackOrders);
        if (orders == bitOf(Order::Straight) || orders == bitOf(Order::Transposed)) {
            target.isTransposed = orders == bitOf(Order::Transposed);
            return;
        }
        target.fit = Fit::Unsupported;
        target.why = "the matrices of " + quote(weight.name) + " are square, so their orientation is unknown";
    }

    void clash(AdapterTarget& target, std::uint32_t part, const std::string& expected) const
    {
        const Tensor& tensor = m_adapter.checkpoint->tensors[part];
        target.fit = Fit::ShapeClash;
        target.why = "tensor " + quote(tensor.name) + " has shape " + formatShape(tensor.shape) + ", expected "
            + expected + " for " + quote(m_base.tensors[*target.tensor].name);
    }

    /// Decides whether the update is transposed. Returns false if its shape clashes. PEFT sets fan_in_fan_out itself,
    /// by the class of the layer, whatever the settings say.
    bool turn(const AdapterModule& module, AdapterTarget& target) const
    {
        const Order order = rowsTimesColumns(target, module);
        target.isTransposed = module.isEmbedding || m_conv1D.has(m_base.tensors[*target.tensor].name);
        if (order == Order::Either || order == (target.isTransposed ? Order::Transposed : Order::Straight))
            return true;
        target.isTransposed = false;
        target.fit = Fit::ShapeClash;
        target.why = clashText(module, target, order);
        return false;
    }

    std::string clashText(const AdapterModule& module, const AdapterTarget& target, Order order) const
    {
        const Tensor& weight = m_base.tensors[*target.tensor];
        const bool isWhole = weight.shape.empty() || target.rows == weight.shape[0];
        std::string text = "the update is [" + std::to_string(module.outputs) + ", " + std::to_string(module.inputs)
            + "], the base has "
            + (isWhole ? formatShape(weight.shape)
                       : std::to_string(target.rows) + " rows of " + formatShape(weight.shape));
        if (order == Order::Straight)
            text += ", which is [in, out]: the update fits only transposed";
        if (order == Order::Transposed)
            text += ": it fits only transposed, so it was made for another model";
        return text;
    }

    void check(const AdapterModule& module, AdapterTarget& target) const
    {
        const Tensor& weight = m_base.tensors[*target.tensor];
        const bool isWhole = weight.shape.empty() || target.rows == weight.shape[0];
        if (module.isOfParameter()) {
            if (stackOrder(weight, module) == Order::Either)
                turnSquares(target);
        } else if (module.hasUpdate() && !turn(module, target)) {
            return;
        }
        if (const auto& magnitude = module.part(Magnitude); magnitude && !isMagnitude(module, target, *magnitude))
            return clash(target, *magnitude,
                module.hasInputMagnitudes ? "one number for each input" : "one number for each output");
        std::vector<std::uint64_t> own(weight.shape.begin(), weight.shape.end());
        if (!own.empty())
            own.front() = target.rows;
        for (const AdapterPart part : {WeightChange, Replacement}) {
            const auto& tensor = module.part(part);
            if (tensor && !std::ranges::equal(m_adapter.checkpoint->tensors[*tensor].shape, own))
                return clash(target, *tensor, formatShape(own));
        }
        for (const AdapterPart part : {BiasChange, UpBias}) {
            const auto& tensor = module.part(part);
            if (!tensor)
                continue;
            const Tensor& bias = m_base.tensors[*target.bias];
            const std::uint64_t count = isWhole ? bias.elements() : target.rows;
            if (m_adapter.checkpoint->tensors[*tensor].elements() != count
                || (!isWhole && bias.elements() != weight.shape[0]))
                return clash(target, *tensor, '[' + std::to_string(count) + ']');
        }
        if (!isFloat(weight) || (target.bias && !isFloat(m_base.tensors[*target.bias]))) {
            target.fit = Fit::Unsupported;
            target.why = "tensor " + quote(weight.name) + " of the base has no floating-point values";
        }
    }

    /// One number for each output, or for each input: of convolutions without the kernel.
    bool isMagnitude(const AdapterModule& module, const AdapterTarget& target, std::uint32_t tensor) const
    {
        const std::uint64_t count = m_adapter.checkpoint->tensors[tensor].elements();
        const auto weight = m_base.tensors[*target.tensor].shape;
        if (!module.hasInputMagnitudes)
            return count == module.outputs;
        return weight.size() >= 2 && count == (target.isTransposed ? module.inputs : weight[1]);
    }

    static bool isFloat(const Tensor& tensor)
    {
        return hasReadableValues(tensor.dtype) && info(tensor.dtype).kind == DTypeKind::Float;
    }

    const Adapter& m_adapter;
    const Checkpoint& m_base;
    BaseNames m_names;
    Conv1DWeights m_conv1D;
    unsigned m_stackOrders = 0; ///< bits by Order, of stacks
};

} // namespace

std::string_view fitName(Fit fit)
{
    constexpr std::array<std::string_view, 4> names{"fits", "not-in-base", "shape-clash", "unsupported"};
    return names[static_cast<std::size_t>(fit)];
}

std::vector<AdapterTarget> fitToBase(const Adapter& adapter, const Checkpoint& base)
{
    return Fitting(adapter, base).all();
}

} // namespace loupe
