#include "adapters/peft_lycoris.h"

#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace loupe {

namespace {

using enum AdapterPart;

/// A side of a layer as LoKr splits it: outputs or inputs.
struct SplitSide {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
};

/// What PEFT chooses for one module of LoKr.
struct LokrModule {
    std::size_t index = 0;
    SplitSide outputs = {};
    SplitSide inputs = {}; ///< without the kernel
    bool isLeftWhole = true;
    bool isRightWhole = true;
};

/// The sides into which PEFT splits `size` (peft/tuners/lokr/layer.py, factorization): `factor` and the rest if it
/// divides the size, else the largest divisor that exceeds neither the factor nor the square root.
bool isSplitBy(const SplitSide& side, std::int64_t factor)
{
    constexpr std::uint64_t mostOfSide = std::uint64_t{1} << 32;
    if (side.left == 0 || side.right == 0 || side.left >= mostOfSide || side.right >= mostOfSide)
        return false;
    const std::uint64_t size = side.left * side.right;
    const std::uint64_t limit = factor < 0 ? size : static_cast<std::uint64_t>(factor);
    if (factor > 0 && size % limit == 0)
        return side.left == limit;
    if (side.left > side.right || side.left > limit || size >= mostOfSide)
        return false;
    for (std::uint64_t other = side.left + 1; other <= limit && other * other <= size; ++other) {
        if (size % other == 0)
            return false;
    }
    return true;
}

/// PEFT stores a matrix whole if the rank is at least half of its longer side.
bool isWholeAt(std::uint64_t rank, std::uint64_t rows, std::uint64_t columns)
{
    return rank >= (std::max(rows, columns) + 1) / 2;
}

class SettingsFinder {
public:
    SettingsFinder(const Adapter& adapter, const Checkpoint* base, std::span<const AdapterTarget> targets)
        : m_adapter(adapter)
        , m_base(base)
        , m_targets(targets)
    {
    }

    Result<std::optional<LycorisSettings>> find()
    {
        const auto isLycoris = [](const AdapterModule& module) { return module.hasUpdate() && !module.hasFactors(); };
        const auto first = std::ranges::find_if(m_adapter.modules, isLycoris);
        if (first == m_adapter.modules.end())
            return std::nullopt;
        m_settings.type = first->form == UpdateForm::Hadamard ? "LOHA" : "LOKR";
        for (std::size_t i = 0; i < m_adapter.modules.size(); ++i) {
            const AdapterModule& module = m_adapter.modules[i];
            if (!module.hasUpdate())
                continue;
            if (module.form != first->form) {
                return refuse(module,
                    "is " + std::string(module.kind) + ", and others are " + std::string(first->kind)
                        + ": a PEFT file holds one kind");
            }
            if (module.part(Magnitude))
                return refuse(module, "has magnitudes (DoRA), which PEFT has for LoRA only");
            m_settings.usesEffectiveConv |= module.part(FirstMiddle) || module.part(RightMiddle);
            if (auto added = add(i); !added)
                return fail(std::move(added.error()));
        }
        if (auto checked = checkConvolutions(); !checked)
            return fail(std::move(checked.error()));
        if (!m_modules.empty()) {
            if (auto chosen = chooseSides().and_then([&] { return chooseRanks(); }); !chosen)
                return fail(std::move(chosen.error()));
        }
        return std::move(m_settings);
    }

private:
    tl::unexpected<Error> refuse(const AdapterModule& module, const std::string& why) const
    {
        return fail(
            ErrorCode::Unsupported, "module " + quote(module.name) + ' ' + why, m_adapter.checkpoint->path.string());
    }

    std::span<const std::uint64_t> shapeOf(const AdapterModule& module, AdapterPart part) const
    {
        return m_adapter.checkpoint->tensors[*module.part(part)].shape;
    }

    /// The number of elements of the layer's kernel; 1 if it is linear, or without a base.
    std::uint64_t kernelOf(std::size_t index) const
    {
        if (!m_base || m_targets[index].fit != Fit::Fits)
            return 1;
        const auto shape = m_base->tensors[*m_targets[index].tensor].shape;
        return shape.size() < 3 ? 1 : std::max<std::uint64_t>(elementCount(shape.subspan(2)).value_or(1), 1);
    }

    Result<> add(std::size_t index)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (module.form == UpdateForm::Hadamard) {
            if (shapeOf(module, SecondDown)[0] != module.rank)
                return refuse(module, "has products of two ranks, and adapter_config.json has one");
            m_settings.ranks[index] = module.rank;
            return {};
        }
        LokrModule one{.index = index,
            .isLeftWhole = module.part(Left).has_value(),
            .isRightWhole = module.part(Right).has_value()};
        const auto left = one.isLeftWhole ? shapeOf(module, Left) : shapeOf(module, LeftUp);
        one.outputs.left = left[0];
        one.inputs.left = one.isLeftWhole ? left[1] : shapeOf(module, LeftDown)[1];
        if (left.size() != 2 || (!one.isLeftWhole && shapeOf(module, LeftDown).size() != 2))
            return refuse(module, "has a left matrix of shape " + formatShape(left) + ", and PEFT expects two axes");
        if (one.isRightWhole) {
            one.outputs.right = shapeOf(module, Right)[0];
            one.inputs.right = shapeOf(module, Right)[1];
        } else {
            const bool hasMiddle = module.part(RightMiddle).has_value();
            one.outputs.right = shapeOf(module, RightUp)[hasMiddle ? 1 : 0];
            one.inputs.right = shapeOf(module, RightDown)[1] / (hasMiddle ? 1 : kernelOf(index));
        }
        const bool haveTwoRanks =
            !one.isLeftWhole && !one.isRightWhole && shapeOf(module, LeftDown)[0] != shapeOf(module, RightDown)[0];
        if (haveTwoRanks)
            return refuse(module, "has products of two ranks, and adapter_config.json has one");
        m_settings.decomposesBoth |= !one.isLeftWhole;
        m_modules.push_back(one);
        return {};
    }

    /// One setting says whether convolutions have a middle factor. PEFT ignores it for a kernel of one element.
    Result<> checkConvolutions() const
    {
        if (!m_settings.usesEffectiveConv)
            return {};
        for (std::size_t i = 0; i < m_adapter.modules.size(); ++i) {
            const AdapterModule& module = m_adapter.modules[i];
            const bool isOther =
                module.hasUpdate() && !module.part(FirstMiddle) && !module.part(RightMiddle) && !module.part(Right);
            if (isOther && kernelOf(i) > 1)
                return refuse(module,
                    "is a convolution without a middle factor, and others have one: PEFT has a "
                    "setting for all");
        }
        return {};
    }

    Result<> chooseSides()
    {
        std::uint64_t largest = 1;
        for (const LokrModule& one : m_modules)
            largest = std::max({largest, one.outputs.left, one.inputs.left});
        const auto stated = m_adapter.settings.json()["decompose_factor"].integer();
        const LokrModule* unfit = nullptr;
        for (const std::int64_t factor : {stated.value_or(-1), std::int64_t{-1},
                 static_cast<std::int64_t>(std::min<std::uint64_t>(largest, INT32_MAX))}) {
            const auto found = std::ranges::find_if_not(m_modules,
                [&](const LokrModule& one) { return isSplitBy(one.outputs, factor) && isSplitBy(one.inputs, factor); });
            if (found == m_modules.end()) {
                m_settings.decomposeFactor = factor;
                return {};
            }
            unfit = &*found;
        }
        return refuse(m_adapter.modules[unfit->index],
            "has matrices of " + sides(unfit->outputs.left, unfit->inputs.left) + " and "
                + sides(unfit->outputs.right, unfit->inputs.right) + ", which no decompose_factor of PEFT gives");
    }

    /// The rank also decides which matrices PEFT stores whole.
    Result<> chooseRanks()
    {
        for (const LokrModule& one : m_modules) {
            const AdapterModule& module = m_adapter.modules[one.index];
            const std::uint64_t whole =
                (std::max({one.outputs.left, one.inputs.left, one.outputs.right, one.inputs.right}) + 1) / 2;
            const auto stated = m_adapter.settings.rankOf(Adapter::settingsPrefix(module), module.place.path);
            std::uint64_t rank = module.rank;
            if (rank == 0)
                rank = stated && stated->value >= static_cast<double>(whole) && stated->value < 1e9
                    ? static_cast<std::uint64_t>(stated->value)
                    : whole;
            const bool isLeft = !m_settings.decomposesBoth || isWholeAt(rank, one.outputs.left, one.inputs.left);
            const bool isRight = isWholeAt(rank, one.outputs.right, one.inputs.right);
            if (isLeft != one.isLeftWhole || isRight != one.isRightWhole) {
                return refuse(module,
                    "stores whole what PEFT stores as a product at rank " + std::to_string(rank) + ", or the reverse");
            }
            m_settings.ranks[one.index] = rank;
        }
        return {};
    }

    static std::string sides(std::uint64_t rows, std::uint64_t columns)
    {
        return formatShape(std::array{rows, columns});
    }

    const Adapter& m_adapter;
    const Checkpoint* m_base;
    std::span<const AdapterTarget> m_targets;
    std::vector<LokrModule> m_modules;
    LycorisSettings m_settings;
};

} // namespace

Result<std::optional<LycorisSettings>> lycorisSettings(
    const Adapter& adapter, const Checkpoint* base, std::span<const AdapterTarget> targets)
{
    return SettingsFinder(adapter, base, targets).find();
}

} // namespace loupe
