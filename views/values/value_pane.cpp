#include "views/values/value_pane.h"

#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

namespace loupe {

namespace {

constexpr qsizetype shownCharacters = 16 * 1024; // laying out more in one line would block the window

} // namespace

ValuePane::ValuePane(const QString& name, QWidget* parent)
    : PlainEdit(parent)
{
    setAccessibleName(name);
    setReadOnly(true);
    setTabChangesFocus(true);
    setFrameShape(NoFrame);
    setFont(monospaceFont());
}

void ValuePane::setValue(const QString& whole)
{
    QString text = whole.left(shownCharacters);
    if (const qsizetype more = whole.size() - shownCharacters; more > 0)
        text += QStringLiteral("\n\n")
            + tr("… and %1 more character(s). Copy the row to get all of them.", nullptr, pluralOf(std::uint64_t(more)))
                  .arg(groupedCount(std::uint64_t(more)));
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = printableText(line);
    setPlainText(lines.join(u'\n'));
}

} // namespace loupe
