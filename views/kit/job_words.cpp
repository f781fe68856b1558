#include "views/kit/job_words.h"

#include "core/text/text.h"
#include "items/jobs/job_runner.h"
#include "items/jobs/qt_text.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QProgressBar>
#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

constexpr int barSteps = 1000;
constexpr double worthShowing = 0.5; // seconds

class JobWordsText {
    Q_DECLARE_TR_FUNCTIONS(loupe::JobWords)
};

} // namespace

bool isWorthShowing(const JobProgress& progress)
{
    return progress.elapsed + progress.secondsLeft.value_or(0) > worthShowing;
}

QString rateText(const JobProgress& progress)
{
    if (!progress.silentHost.isEmpty())
        return JobWordsText::tr("waiting for %1").arg(printableText(progress.silentHost));
    QStringList words;
    if (progress.perSecond >= 1)
        words << JobWordsText::tr("%1/s").arg(toQString(formatBytes(quint64(progress.perSecond))));
    if (progress.secondsLeft)
        words << JobWordsText::tr("%1 left").arg(toQString(formatDuration(*progress.secondsLeft)));
    return words.join(QStringLiteral(" · "));
}

void showProgress(QProgressBar& bar, const JobProgress& progress)
{
    if (progress.total == 0) {
        bar.setRange(0, 0);
        return;
    }
    bar.setRange(0, barSteps);
    bar.setValue(int(std::min(double(progress.done) / double(progress.total), 1.0) * barSteps));
}

} // namespace loupe
