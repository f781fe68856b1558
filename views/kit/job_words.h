#pragma once

#include <QString>

class QProgressBar;

namespace loupe {

struct JobProgress;

/// A job that is done sooner than some moments is not worth a bar that comes and goes.
bool isWorthShowing(const JobProgress& progress);

/// "1.2 GiB/s · 12 s left", as far as it is known. Amounts are bytes.
QString rateText(const JobProgress& progress);

/// Moves a bar; to and fro while the total is not known.
void showProgress(QProgressBar& bar, const JobProgress& progress);

} // namespace loupe
