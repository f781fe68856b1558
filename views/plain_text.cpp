#include "views/plain_text.h"

#include "core/text.h"
#include "items/qt_text.h"

#include <QStringList>

namespace loupe {

QString printableText(const QString& text)
{
    return toQString(printable(text.toStdString()));
}

QString plainToolTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = printableText(line).toHtmlEscaped();
    return QStringLiteral("<div style=\"white-space: pre-wrap\">%1</div>").arg(lines.join(QStringLiteral("<br>")));
}

} // namespace loupe
