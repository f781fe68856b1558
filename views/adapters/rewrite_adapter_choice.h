#pragma once

#include "views/adapters/computed_adapter_choice.h"

#include <QTimer>

namespace loupe {

class BaseChoice;
class RankChoice;

/// The choices for rewriting an adapter: with lower ranks, or only with other names. It is computed immediately.
class RewriteAdapterChoice : public ComputedAdapterChoice {
    Q_OBJECT

public:
    enum class Aim : std::uint8_t { Resize, Rename };

    RewriteAdapterChoice(AdapterReportPtr report, Aim aim, QObject* parent = nullptr);

    /// Precondition: the aim is to resize.
    RankChoice& ranks() { return *m_ranks; }
    BaseChoice& base() { return *m_base; }

    bool isBusy() const override;
    QString error() const override;
    QString hint() const override;
    QString path() const override;

private:
    void computeAnew();
    RewriteOptions options() const;
    QString firstHint() const override;

    QTimer m_pause; ///< after a step of a number, of which others may follow
    RankChoice* m_ranks; ///< null if only names change; owned by the dialog that shows it, as is what follows
    BaseChoice* m_base;
};

} // namespace loupe
