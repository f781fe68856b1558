#include "core/elements.h"
#include "core/quantization.h"
#include "items/compare/comparison_text.h"
#include "items/values/origin_text.h"
#include "views/compare/pair_pictures.h"
#include "views/compare/pair_values_tab.h"
#include "views/values/values_panel.h"

#include <memory>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// An element of a quantized tensor.
struct AskedElement {
    PairSide side = PairSide::A;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::uint32_t tensor = 0;
    std::uint64_t element = 0;
};

} // namespace

void PairValuesTab::forgetOrigin()
{
    m_originJob.stop();
    m_originOf.reset();
    m_panel->setOrigin({});
}

/// Requests the origin of quantized values, which reads codes and scales.
void PairValuesTab::askForOrigin(Slice::Cell cell)
{
    std::vector<AskedElement> asked;
    int quantized = 0;
    for (const auto& [side, tensor] : {std::pair(PairSide::A, &m_pair.a), std::pair(PairSide::B, &m_pair.b)}) {
        if (!tensor->checkpoint || !isQuantized(tensor->checkpoint->tensors[tensor->tensor]))
            continue;
        ++quantized;
        if (const auto element = tensor->slice.element(cell))
            asked.push_back({side, tensor->checkpoint, tensor->tensor, *element});
    }
    m_panel->offerOrigin(quantized);
    const auto element = m_whole.element(cell);
    if (!element || !m_active || asked.empty())
        return forgetOrigin();
    if (m_originOf == element)
        return;
    m_originOf = element;
    m_originJob.start(
        [asked](const Work&) {
            QStringList lines;
            for (const AskedElement& one : asked) {
                const auto origin = Elements::open(one.checkpoint, one.tensor).and_then([&](const Elements& elements) {
                    return elements.originOf(one.element);
                });
                if (!origin || !*origin)
                    continue;
                const QString place = originPlaceText(**origin);
                lines << sideName(one.side) + QStringLiteral("   ") + originText(**origin)
                        + (place.isEmpty() ? QString() : QStringLiteral(" · ") + place);
            }
            return lines;
        },
        [this](const QStringList& lines) { m_panel->setOrigin(lines); });
}

} // namespace loupe
