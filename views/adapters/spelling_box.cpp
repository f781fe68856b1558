#include "views/adapters/spelling_box.h"

#include "items/jobs/qt_text.h"
#include "views/kit/plain_text.h"

#include <algorithm>

namespace loupe {

SpellingBox::SpellingBox(std::optional<AdapterSpelling> own, QWidget* parent)
    : QComboBox(parent)
{
    setAccessibleName(tr("Names"));
    setToolTip(plainToolTip(tr("The program whose names the tensors get, and where it looks for alpha")));
    if (own) {
        m_spellings.push_back(std::nullopt);
        addItem(tr("unchanged (%1)", "names").arg(toQString(spellingTitle(*own))));
    }
    for (const AdapterSpelling spelling : adapterSpellings) {
        if (spelling == own)
            continue;
        m_spellings.push_back(spelling);
        addItem(toQString(spellingTitle(spelling)));
    }
}

std::optional<AdapterSpelling> SpellingBox::spelling() const
{
    return m_spellings[std::size_t(currentIndex())];
}

void SpellingBox::choose(AdapterSpelling spelling)
{
    const auto found = std::ranges::find(m_spellings, std::optional(spelling));
    setCurrentIndex(found == m_spellings.end() ? 0 : int(found - m_spellings.begin()));
}

} // namespace loupe
