#include "items/histogram/figures.h"

namespace loupe {

void Figures::setCheckpoint(const OpenedCheckpointPtr& opened)
{
    const std::shared_ptr<const Checkpoint> values = opened ? opened->checkpoint : nullptr;
    m_values.summaries.setCheckpoint(values);
    m_values.histograms.setCheckpoint(values);
    const std::shared_ptr<const Checkpoint> codes = opened ? opened->codes : nullptr;
    m_codes.summaries.setCheckpoint(codes);
    m_codes.histograms.setCheckpoint(codes);
    m_group.clear();
}

} // namespace loupe
