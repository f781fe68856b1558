#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using enum ArchitectureFigure;

/// What an axis should have, and why; of size 0 where it is not known.
struct AxisSize {
    std::uint64_t size = 0;
    std::string why = {};
};
using ExpectedShape = std::vector<AxisSize>;

std::string differencesOf(const Tensor& tensor, const ExpectedShape& expected)
{
    std::string text;
    for (std::size_t axis = 0; axis < expected.size(); ++axis) {
        const AxisSize& one = expected[axis];
        if (one.size == 0 || tensor.shape[axis] == one.size)
            continue;
        text += (text.empty() ? "axis " : ", and axis ") + std::to_string(axis) + " should be " + formatCount(one.size)
            + ": " + one.why;
    }
    return text;
}

class ShapeChecks {
public:
    ShapeChecks(const NameRoles& roles, const ModelReport& report, Findings& findings)
        : m_roles(roles)
        , m_report(report)
        , m_findings(findings)
    {
    }

    void run()
    {
        const ModelFamily* const family = m_report.model.family;
        if (!family || !family->isUniform || m_report.model.contradicting || m_roles.list().empty())
            return;
        const bool isGguf = !m_report.config.ggufArchitecture().empty();
        if (family->kind == ModelKind::Decoder && !isGguf) {
            checkWidths();
            checkHeads();
        }
        if (family->kind == ModelKind::Decoder || family->kind == ModelKind::Encoder
            || family->kind == ModelKind::StateSpace)
            checkLikeOthers();
    }

private:
    /// What the tensors say, where the configuration contradicts them: that is a finding already.
    AxisSize sizeOf(ArchitectureFigure figure, std::string why) const
    {
        const auto& figures = m_report.architecture.figures;
        const auto found = std::ranges::find(figures, figure, &FigureValue::figure);
        if (found == figures.end())
            return {};
        return {found->byTensors ? found->byTensors->value : found->value, std::move(why)};
    }
    std::uint64_t figure(ArchitectureFigure one) const { return m_report.architecture.find(one).value_or(0); }

    /// Adds, for each role that ends so, outside of layers where `isOuter`, a finding about the first tensor that has
    /// another shape.
    void check(std::string_view part, const ExpectedShape& expected, bool isOuter = false)
    {
        const auto& tensors = m_roles.checkpoint().tensors;
        const auto isOther = [&](const Tensor& tensor) {
            return tensor.shape.size() == expected.size() && hasPlainShape(tensor)
                && !differencesOf(tensor, expected).empty();
        };
        for (std::uint32_t role = 0; role < m_roles.list().size(); ++role) {
            const std::string& name = m_roles.list()[role].name;
            const bool isElsewhere = isOuter && name.find('#') != std::string::npos;
            if (!name.ends_with(part) || !hasNamePart(name, part) || isOfVision(name) || isElsewhere)
                continue;
            std::uint32_t at = m_roles.list()[role].first;
            while (at < tensors.size() && (m_roles.of(at) != role || !isOther(tensors[at])))
                ++at;
            if (at < tensors.size())
                add(at, role, "but " + differencesOf(tensors[at], expected));
        }
    }

    void add(std::uint32_t tensor, std::uint32_t role, const std::string& but)
    {
        if (!m_reported.insert(role).second)
            return;
        const Tensor& one = m_roles.checkpoint().tensors[tensor];
        m_findings.add({.severity = Severity::Error,
            .code = "projection-shape",
            .message = quote(one.name) + " has the shape " + formatShape(one.shape) + ", " + but
                + ". A loader refuses the model.",
            .file = one.file,
            .tensor = std::string(one.name),
            .aboutTensor = true});
    }

    /// For models of the shape of Llama: rows of projections are heads times their size.
    void checkHeads()
    {
        const std::uint64_t hidden = figure(HiddenSize);
        const std::uint64_t heads = figure(Heads);
        if (m_report.config.file().empty() || figure(LatentSize) > 0 || hidden == 0 || heads == 0)
            return;
        const std::uint64_t keyHeads = figure(KeyValueHeads) > 0 ? figure(KeyValueHeads) : heads;
        if (figure(HeadSize) == 0 && hidden % heads != 0)
            return;
        const std::uint64_t size = figure(HeadSize) > 0 ? figure(HeadSize) : hidden / heads;
        const std::string each = " of " + formatCount(size);
        const AxisSize width = sizeOf(HiddenSize, "the hidden size");
        const AxisSize all{heads * size, counted(heads, "attention head") + each};
        const std::uint64_t ofQuery = m_report.model.family->queryParts;
        check(
            "self_attn.q_proj.weight", {{all.size * ofQuery, ofQuery > 1 ? all.why + ", with gates" : all.why}, width});
        check("self_attn.k_proj.weight", {{keyHeads * size, counted(keyHeads, "key head") + each}, width});
        check("self_attn.v_proj.weight", {{keyHeads * size, counted(keyHeads, "value head") + each}, width});
        check("self_attn.o_proj.weight", {width, all});
    }

    /// Widths of the feed-forward part and of norms, for the same models.
    void checkWidths()
    {
        const AxisSize hidden = sizeOf(HiddenSize, "the hidden size");
        if (!m_roles.has("input_layernorm.weight|post_attention_layernorm.weight") || hidden.size == 0)
            return;
        for (const std::string_view part : {"input_layernorm.weight", "post_attention_layernorm.weight",
                 "pre_feedforward_layernorm.weight", "post_feedforward_layernorm.weight"})
            check(part, {hidden});
        check("norm.weight", {hidden}, true);
        const bool isStated = !m_report.config.file().empty();
        const AxisSize inner = isStated ? sizeOf(FeedForwardSize, "the feed-forward size") : AxisSize();
        checkFeedForward({"mlp.gate_proj.weight", "mlp.up_proj.weight", "mlp.down_proj.weight"}, inner, hidden);
        checkFeedForward({"block_sparse_moe.experts.#.w1.weight", "block_sparse_moe.experts.#.w3.weight",
                             "block_sparse_moe.experts.#.w2.weight"},
            inner, hidden);
        constexpr std::array<std::string_view, 1> ofExperts{"moe_intermediate_size"};
        const auto stated = m_report.config.number(ofExperts, {});
        AxisSize expert;
        if (stated && stated->value >= 1 && stated->value < 1e15)
            expert = {static_cast<std::uint64_t>(stated->value), "the feed-forward size of an expert"};
        checkFeedForward(
            {"mlp.experts.#.gate_proj.weight", "mlp.experts.#.up_proj.weight", "mlp.experts.#.down_proj.weight"},
            expert, hidden);
    }

    void checkFeedForward(
        const std::array<std::string_view, 3>& gateUpDown, const AxisSize& inner, const AxisSize& hidden)
    {
        check(gateUpDown[0], {inner, hidden});
        check(gateUpDown[1], {inner, hidden});
        check(gateUpDown[2], {hidden, inner});
    }

    /// A shape that a few tensors of a role have, where the others have one and the same.
    void checkLikeOthers()
    {
        const auto& tensors = m_roles.checkpoint().tensors;
        using Shapes = std::map<std::vector<std::uint64_t>, std::pair<std::uint64_t, std::uint32_t>>; // how many, first
        constexpr std::size_t mostShapes = 8; // a role with more is a mix
        constexpr std::uint64_t usualTimes = 4;
        std::vector<Shapes> shapes(m_roles.list().size());
        for (std::uint32_t at = 0; at < tensors.size(); ++at) {
            Shapes& seen = shapes[m_roles.of(at)];
            const std::string& name = m_roles.list()[m_roles.of(at)].name;
            const bool isOfLayers = name.find('#') != std::string::npos && !isOfVision(name)
                && (name.ends_with(".weight") || name.ends_with(".bias"));
            if (!isOfLayers || !hasPlainShape(tensors[at]) || seen.size() > mostShapes)
                continue;
            const auto& shape = tensors[at].shape;
            ++seen.try_emplace({shape.begin(), shape.end()}, 0U, at).first->second.first;
        }
        for (std::uint32_t role = 0; role < shapes.size(); ++role) {
            const Shapes& seen = shapes[role];
            if (seen.size() < 2 || seen.size() > mostShapes)
                continue;
            const auto usual = std::ranges::max_element(seen, {}, [](const auto& one) { return one.second.first; });
            for (const auto& [shape, found] : seen) {
                if (found.first * usualTimes <= usual->second.first)
                    add(found.second, role,
                        "but " + counted(usual->second.first, "other tensor") + " of its role "
                            + (usual->second.first == 1 ? "has " : "have ")
                            + formatShape(tensors[usual->second.second].shape));
            }
        }
    }

    const NameRoles& m_roles;
    const ModelReport& m_report;
    Findings& m_findings;
    std::set<std::uint32_t> m_reported; ///< roles that have a finding; a second one would repeat it
};

} // namespace

bool hasPlainShape(const Tensor& tensor)
{
    switch (tensor.dtype) {
    case DType::F64:
    case DType::F32:
    case DType::F16:
    case DType::BF16:
        return true;
    default:
        return false;
    }
}

void checkShapes(const NameRoles& roles, const ModelReport& report, Findings& findings)
{
    ShapeChecks(roles, report, findings).run();
}

} // namespace loupe
