#include "insight/value_checks.h"

#include "analysis/statistics/ranked_value.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/adapter_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// A tensor of a role, in a layer that has one such tensor.
struct RoleDepth {
    std::uint64_t layer = 0;
    std::uint32_t tensor = 0;
};

double medianOf(std::vector<double> numbers)
{
    const std::size_t middle = numbers.size() / 2;
    const double upper = rankedValue(numbers, middle);
    if (numbers.size() % 2 != 0)
        return upper;
    return (upper + *std::ranges::max_element(std::span(numbers).first(middle))) / 2;
}

/// With three digits: "0.0123", "4.5e-08".
std::string shortNumber(double number)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", number);
    return text.data();
}

bool hasMatrixShape(const Tensor& tensor)
{
    return std::ranges::count_if(tensor.shape, [](std::uint64_t size) { return size > 1; }) > 1;
}

class ValueChecks {
public:
    ValueChecks(const Checkpoint& checkpoint, const ModelReport& report, std::span<const WeightValues> values,
        Findings& findings)
        : m_checkpoint(checkpoint)
        , m_report(report)
        , m_values(values)
        , m_findings(findings)
        , m_roles(checkpoint)
        , m_stacks(m_roles)
    {
    }

    void run()
    {
        if (!m_report.model.family)
            return;
        const ModelKind kind = m_report.model.family->kind;
        if (kind == ModelKind::Adapter)
            checkAdapter();
        if (kind == ModelKind::Adapter || kind == ModelKind::TrainingState)
            return;
        checkTiedHead();
        constexpr std::size_t mostCells = std::size_t{1} << 22; // no model has this many roles in all layers
        for (const LayerStack& stack : m_stacks.list()) {
            if (stack.layers.size() * stack.roles.size() > mostCells)
                continue;
            checkNorms(stack);
            checkCopies(stack);
            for (std::uint32_t role = 0; role < stack.roles.size(); ++role)
                checkSizes(stack, role);
        }
    }

private:
    const WeightValues& valuesOf(std::uint32_t tensor) const
    {
        static const WeightValues unknown;
        return tensor < m_values.size() ? m_values[tensor] : unknown;
    }
    const Tensor& tensorAt(std::uint32_t number) const { return m_checkpoint.tensors[number]; }
    /// The same number for tensors with the same values.
    std::uint32_t valueClass(std::uint32_t tensor) const { return valuesOf(tensor).duplicateOf.value_or(tensor); }

    void add(Severity severity, std::string_view code, std::string message, std::optional<std::uint32_t> tensor = {})
    {
        Finding finding{.severity = severity, .code = code, .message = std::move(message), .file = Finding::noFile};
        if (tensor) {
            finding.message.insert(0, quote(tensorAt(*tensor).name) + ": ");
            finding.file = tensorAt(*tensor).file;
            finding.tensor = std::string(tensorAt(*tensor).name);
            finding.aboutTensor = true;
        }
        m_findings.add(std::move(finding));
    }

    /// The half of a LoRA that training begins with zeros.
    void checkAdapter()
    {
        std::uint64_t known = 0;
        std::uint64_t zero = 0;
        bool hasOthers = false;
        std::optional<std::uint32_t> first;
        for (std::uint32_t tensor = 0; tensor < m_checkpoint.tensors.size(); ++tensor) {
            const std::string_view name = tensorAt(tensor).name;
            const auto split = splitAdapterName(name);
            const auto isPart = [&](AdapterPart part) { return split && split->part == part; };
            // PEFT begins embeddings with zeros in A.
            const bool isSecond = isPart(split && split->isEmbedding ? AdapterPart::Down : AdapterPart::Up);
            const bool isOfFactors = isPart(AdapterPart::Down) || isPart(AdapterPart::Up) || isPart(AdapterPart::Middle)
                || isPart(AdapterPart::Alpha) || isPart(AdapterPart::Magnitude);
            // Biases, changes and whole tensors work in addition to factors of zeros.
            hasOthers |= !isSecond && !isOfFactors && valuesOf(tensor).constant != 0.0;
            if (!isSecond || !valuesOf(tensor).size)
                continue;
            ++known;
            if (valuesOf(tensor).constant != 0.0)
                continue;
            ++zero;
            first = first ? first : tensor;
        }
        if (zero == 0)
            return;
        const std::string all = known == 1
            ? std::string("the only B matrix of the adapter is zero")
            : "all " + counted(known, "B matrix", "B matrices") + " of the adapter are zero";
        if (zero == known && !hasOthers)
            add(Severity::Warning, "adapter-untrained", all + ", as before training: it has no effect.");
        else if (zero == known)
            add(Severity::Note, "adapter-untrained",
                all + ", as before training: only its other tensors have an effect.", first);
        else
            add(Severity::Note, "adapter-untrained",
                formatCount(zero) + " of " + counted(known, "B matrix", "B matrices") + " of the adapter "
                    + (zero == 1 ? "is" : "are") + " zero, as before training: these modules have no effect.",
                first);
    }

    /// A configuration that says that both are one, and a file that has both.
    void checkTiedHead()
    {
        const auto head = m_roles.find("lm_head.weight|embed_out.weight");
        const auto embedding = m_roles.find("embed_tokens.weight|embed_in.weight|wte.weight|shared.weight");
        const auto tied = m_report.config.value("tie_word_embeddings").boolean();
        if (!head || !embedding || !tied || !*tied || *head == *embedding)
            return;
        const Tensor& a = tensorAt(*head);
        const Tensor& b = tensorAt(*embedding);
        const bool isComparable = a.dtype == b.dtype && std::ranges::equal(a.shape, b.shape) && valuesOf(*head).size
            && valuesOf(*embedding).size;
        if (isComparable && valueClass(*head) != valueClass(*embedding))
            add(Severity::Warning, "tied-head-differs",
                m_report.config.file() + " says that the head is tied to the embedding " + quote(b.name)
                    + ", but its values differ. A loader that ties them ignores the stored head.",
                *head);
    }

    /// Tensors of a role, one in each layer; those whose values are not known aside.
    std::vector<RoleDepth> depthOf(const LayerStack& stack, std::uint32_t role) const
    {
        std::vector<RoleDepth> depth;
        for (const auto& [number, layer] : stack.layers) {
            const auto found = std::ranges::lower_bound(layer.roles, role, {}, &ModelLayer::Role::role);
            const bool isOne = found != layer.roles.end() && found->role == role && found->tensors == 1;
            if (isOne && valuesOf(found->first).size)
                depth.push_back({number, found->first});
        }
        return depth;
    }

    bool isConstant(std::uint32_t tensor, double value) const { return valuesOf(tensor).constant == value; }

    /// Weights of norms begin as ones, and no element of a whole vector stays one where a layer is trained.
    void checkNorms(const LayerStack& stack)
    {
        constexpr std::size_t fewestLayers = 4;
        constexpr std::size_t usualTimes = 8; // as for a dtype that few have
        std::size_t roles = 0;
        std::vector<std::string> untrained;
        for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
            if (!stack.roles[role].ends_with("weight"))
                continue;
            const std::vector<RoleDepth> depth = depthOf(stack, role);
            if (depth.size() < fewestLayers || tensorAt(depth.front().tensor).shape.size() != 1)
                continue;
            ++roles;
            std::vector<RoleDepth> ones;
            std::ranges::copy_if(
                depth, std::back_inserter(ones), [&](const RoleDepth& one) { return isConstant(one.tensor, 1); });
            if (ones.size() == depth.size())
                untrained.push_back(quote(stack.roles[role]));
            else if (!ones.empty() && ones.size() * usualTimes <= depth.size())
                add(Severity::Warning, "left-at-initial",
                    "all elements are 1, as before training, in " + counted(ones.size(), "layer") + " of "
                        + quote(stack.name) + "; " + counted(depth.size() - ones.size(), "other layer")
                        + (depth.size() - ones.size() == 1 ? " has" : " have") + " trained values.",
                    ones.front().tensor);
        }
        if (untrained.empty())
            return;
        const bool areAll = untrained.size() == roles;
        constexpr std::size_t most = 4;
        std::string names;
        for (std::size_t i = 0; i < std::min(untrained.size(), most); ++i)
            names.append(i > 0 ? ", " : "").append(untrained[i]);
        if (untrained.size() > most)
            names += " and " + formatCount(untrained.size() - most) + " more";
        add(Severity::Note, "left-at-initial",
            areAll ? "the weights of all norms in the layers of " + quote(stack.name)
                    + " are 1, as before training: the model may be untrained."
                   : "all elements of " + names + " are 1, as before training, in all layers of " + quote(stack.name)
                    + "; its other norms have trained values.");
    }

    /// Layers with the same values in each matrix that both have.
    void checkCopies(const LayerStack& stack)
    {
        std::map<std::vector<std::uint32_t>, std::vector<std::uint64_t>> layersByValues;
        for (const auto& [number, layer] : stack.layers) {
            std::vector<std::uint32_t> classes;
            bool isKnown = true;
            for (const ModelLayer::Role& role : layer.roles) {
                if (!hasMatrixShape(tensorAt(role.first)))
                    continue;
                const WeightValues& values = valuesOf(role.first);
                isKnown = isKnown && values.size && !values.constant && role.tensors == 1;
                classes.push_back(valueClass(role.first));
            }
            if (isKnown && !classes.empty())
                layersByValues[classes].push_back(number);
        }
        for (const auto& [classes, layers] : layersByValues) {
            if (layers.size() > 1)
                add(Severity::Note, "layers-equal",
                    "layers " + listedNumbers(layers) + " of " + quote(stack.name) + " have the same values in "
                        + (classes.size() == 1 ? std::string("their matrix")
                                               : "all " + formatCount(classes.size()) + " matrices")
                        + ": they are copies of one layer.");
        }
    }

    void checkSizes(const LayerStack& stack, std::uint32_t role)
    {
        constexpr std::size_t fewestLayers = 8;
        constexpr std::size_t reach = 3; // layers on either side, where there are this many
        constexpr std::size_t ends = 2; // the first and last layers differ from others in sound models
        constexpr double deviationOfMad = 1.4826; // of a normal distribution
        std::vector<RoleDepth> depth = depthOf(stack, role);
        const bool isWeight = stack.roles[role].ends_with("weight"); // of a norm, where it has one dimension
        std::erase_if(depth, [&](const RoleDepth& one) {
            const Tensor& tensor = tensorAt(one.tensor);
            // A norm that is all ones is said to be untrained.
            const bool isNorm = isWeight && tensor.shape.size() == 1 && !valuesOf(one.tensor).constant;
            return (!hasMatrixShape(tensor) && !isNorm) || !(*valuesOf(one.tensor).size > 0);
        });
        if (depth.size() < fewestLayers)
            return;
        std::vector<double> ratios; // logarithms
        for (std::size_t at = ends; at + ends < depth.size(); ++at) {
            // As many on either side: a role may grow or shrink from layer to layer.
            const std::size_t side = std::min({reach, at, depth.size() - 1 - at});
            std::vector<double> around;
            around.reserve(2 * side);
            for (std::size_t other = at - side; other <= at + side; ++other) {
                if (other != at)
                    around.push_back(std::log(*valuesOf(depth[other].tensor).size));
            }
            ratios.push_back(std::log(*valuesOf(depth[at].tensor).size) - medianOf(std::move(around)));
        }
        const double usual = medianOf(ratios);
        std::vector<double> deviations;
        deviations.reserve(ratios.size());
        for (const double ratio : ratios)
            deviations.push_back(std::abs(ratio - usual));
        const double limit =
            std::max(std::log(outOfLineFactor), outOfLineDeviations * deviationOfMad * medianOf(std::move(deviations)));
        for (std::size_t i = 0; i < ratios.size(); ++i) {
            if (std::abs(ratios[i] - usual) > limit)
                addOutOfLine(depth[i + ends].tensor, ratios[i]);
        }
    }

    void addOutOfLine(std::uint32_t tensor, double ratio)
    {
        const double factor = std::exp(std::abs(ratio));
        const double size = *valuesOf(tensor).size;
        add(factor >= farOutOfLineFactor ? Severity::Warning : Severity::Note, "out-of-line",
            "its values are " + shortNumber(factor) + " times as " + (ratio > 0 ? "large" : "small")
                + " as those of the same role in neighboring layers (root mean square " + shortNumber(size) + " to "
                + shortNumber(size / std::exp(ratio)) + ").",
            tensor);
    }

    const Checkpoint& m_checkpoint;
    const ModelReport& m_report;
    const std::span<const WeightValues> m_values;
    Findings& m_findings;
    const NameRoles m_roles;
    const LayerStacks m_stacks;
};

} // namespace

WeightValues weightValues(const Health& health)
{
    const Summary& summary = health.summary;
    WeightValues values;
    values.duplicateOf = health.duplicateOf;
    if (summary.mean && summary.standardDeviation)
        values.size = std::hypot(*summary.mean, *summary.standardDeviation);
    if (health.constant && summary.mean)
        values.constant = summary.mean;
    return values;
}

void checkValues(
    const Checkpoint& checkpoint, const ModelReport& report, std::span<const WeightValues> values, Findings& findings)
{
    ValueChecks(checkpoint, report, values, findings).run();
}

} // namespace loupe
