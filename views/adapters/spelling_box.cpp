#include "views/adapters/spelling_box.h"

#include "items/jobs/qt_text.h"
#include "views/kit/plain_text.h"

#include <algorithm>

namespace loupe {

SpellingBox::SpellingBox(std::optional<AdapterSpelling> own, QWidget* parent)
    : QComboBox(parent)
    , m_first(own ? 1 : 0)
{
    setAccessibleName(tr("Names"));
    setToolTip(plainToolTip(tr("The program whose names the tensors get, and where it looks for alpha")));
    if (own)
        addItem(tr("unchanged (%1)", "names").arg(toQString(spellingTitle(*own))));
    for (const AdapterSpelling spelling : adapterSpellings)
        addItem(toQString(spellingTitle(spelling)));
}

std::optional<AdapterSpelling> SpellingBox::spelling() const
{
    const int row = currentIndex() - m_first;
    return row < 0 ? std::nullopt : std::optional(adapterSpellings[std::size_t(row)]);
}

void SpellingBox::choose(AdapterSpelling spelling)
{
    const auto found = std::ranges::find(adapterSpellings, spelling);
    setCurrentIndex(m_first + int(found - adapterSpellings.begin()));
}

} // namespace loupe
