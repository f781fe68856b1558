#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QVBoxLayout;

namespace loupe {

class NamePatterns;
class NoticeRow;
struct JobProgress;

enum class NoticeKind : std::uint8_t { Info, Warning, Error, Progress };

/// A message: a sentence of plain text, and actions.
struct Notice {
    struct Action {
        QString text;
        std::function<void()> trigger;
    };
    NoticeKind kind = NoticeKind::Info;
    QString text;
    std::vector<Action> actions;
    bool closable = true;
    bool isQuestion = false; ///< Escape also dismisses it
    bool passes = false; ///< disappears after some seconds
    QString brief = {}; ///< shorter text for a single line with little room;
    QStringList names = {}; ///< tensor names in the text, in order; in a single line they are shortened first
    std::shared_ptr<const NamePatterns> list = {}; ///< the list that the names must be distinguished in; may be null
};

/// Notices in a column. Takes no room while there are none.
class NoticeBar : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// From now on the owner shows and hides the bar. Otherwise it is visible while there is a notice.
    void showOnDemand();

    /// Shows a notice, and replaces one with the same ID in place. Errors are above warnings, and these above the rest.
    void setNotice(const QString& id, const Notice& notice);
    /// Does nothing if there is no notice with that ID.
    void removeNotice(const QString& id);
    bool hasNotice(const QString& id) const;
    int count() const;
    /// True if a notice is a question.
    bool hasQuestion() const;
    /// Removes the questions, as if the user had closed them.
    void dismissQuestions();
    /// The texts from top to bottom.
    QStringList texts() const;
    /// The notice that was set most recently; null if there is none.
    const NoticeRow* newest() const;

    /// Shows a running job: its text, a bar, the rate and the time left, and a Stop button if `stop` is set. Appears
    /// once the job has run for some moments, or immediately with `atOnce`. Amounts are bytes.
    void showJob(const QString& id, const QString& text, const JobProgress& progress, std::function<void()> stop,
        bool atOnce = false);

signals:
    /// The user closed a notice with its button.
    void closed(const QString& id);
    /// Notices were added, replaced or removed.
    void changed();
    void progressed(const QString& id, const loupe::JobProgress& progress);

private:
    NoticeRow* find(const QString& id) const;
    void onChanged();

    QVBoxLayout* m_rows;
    QStringList m_ages; ///< IDs, the newest last
    bool m_isOnDemand = false;
};

} // namespace loupe
