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

/// One thing to say: a sentence of plain text and what can be done about it.
struct Notice {
    struct Action {
        QString text;
        std::function<void()> trigger;
    };
    NoticeKind kind = NoticeKind::Info;
    QString text;
    std::vector<Action> actions;
    bool closable = true;
    bool isQuestion = false; ///< Escape dismisses it, too
    bool passes = false; ///< goes by itself after some seconds
    QString brief = {}; ///< says the same in a line where there is little room; may be empty
    QStringList names = {}; ///< of tensors in the text, in its order; in a line they give way first
    std::shared_ptr<const NamePatterns> list = {}; ///< what distinguishes these names from others; may be null
};

/// Quiet bars, one beneath the other; takes no room while there is nothing to say.
class NoticeBar : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// From now on its owner shows it, and hides it; else it is shown while there is a notice.
    void showOnDemand();

    /// Shows a notice; one with the same id is replaced in its place. Errors stand above warnings, these above the
    /// rest.
    void setNotice(const QString& id, const Notice& notice);
    /// Nothing if there is none of that id.
    void removeNotice(const QString& id);
    bool hasNotice(const QString& id) const;
    int count() const;
    /// Whether a notice is a question.
    bool hasQuestion() const;
    /// Removes the questions, as their own buttons to close them do.
    void dismissQuestions();
    /// The sentences from top to bottom.
    QStringList texts() const;
    /// What was set last of those that are there; null if none is.
    const NoticeRow* newest() const;

    /// A job is running: its sentence, a bar, in words the rate and the time left, and a button Stop where there is
    /// something to call. Shown once the job has run for some moments, or `atOnce`. Amounts are bytes.
    void showJob(const QString& id, const QString& text, const JobProgress& progress, std::function<void()> stop,
        bool atOnce = false);

signals:
    /// Closed by its own button.
    void closed(const QString& id);
    /// Notices were added, replaced or removed.
    void changed();
    void progressed(const QString& id, const loupe::JobProgress& progress);

private:
    NoticeRow* find(const QString& id) const;
    void onChanged();

    QVBoxLayout* m_rows;
    QStringList m_ages; ///< ids, the newest last
    bool m_isOnDemand = false;
};

} // namespace loupe
