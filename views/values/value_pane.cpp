#include "views/values/value_pane.h"

#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

namespace loupe {

namespace {

constexpr qsizetype shownCharacters = 16 * 1024; // laying out more of one line holds the window up

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
        text += tr("\n\n… and %1 more characters: copying the row above takes them all").arg(more);
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = printableText(line);
    setPlainText(lines.join(u'\n'));
}

} // namespace loupe
