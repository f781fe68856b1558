#pragma once

#include <QString>

class QProgressBar;

namespace loupe {

struct JobProgress;

/// False for the first moments of a job: a short one is not worth a bar that comes and goes.
bool isWorthShowing(const JobProgress& progress);

/// "1.2 GiB/s · 12 s left", or the part that is known. Amounts are bytes.
QString rateText(const JobProgress& progress);

/// Updates a progress bar; indeterminate while the total is unknown.
void showProgress(QProgressBar& bar, const JobProgress& progress);

} // namespace loupe
