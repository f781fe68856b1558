#include "app/window/opening/open_filters.h"

#include "formats/opening/registry.h"
#include "formats/shards/shard_name.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

class OpenFiltersText {
    Q_DECLARE_TR_FUNCTIONS(loupe::OpenFilters)
};

} // namespace

QString openFilters()
{
    QStringList all;
    QStringList formats;
    for (const Format* const format : allFormats()) {
        QStringList patterns;
        for (const std::string_view suffix : format->suffixes)
            patterns << u'*' + toQString(suffix);
        all << patterns;
        formats << QStringLiteral("%1 (%2)").arg(toQString(format->title), patterns.join(u' '));
    }
    all << u'*' + toQString(indexSuffix);
    formats.prepend(OpenFiltersText::tr("Model files (%1)").arg(all.join(u' ')));
    formats << OpenFiltersText::tr("All files (*)");
    return formats.join(QStringLiteral(";;"));
}

} // namespace loupe
